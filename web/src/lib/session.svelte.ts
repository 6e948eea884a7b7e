// SPDX-License-Identifier: AGPL-3.0-only
// Who the reader is to the server, and what the server is.
import { api, ApiError, type Config, token, type Whoami } from './api'

class Session {
  whoami = $state.raw<Whoami | null>(null)
  config = $state.raw<Config | null>(null)
  problem = $state.raw<ApiError | null>(null)
  ready = $state(false)

  may = (scope: string): boolean => this.whoami?.scopes.includes(scope) ?? false

  async refresh(): Promise<void> {
    try {
      this.whoami = await api.whoami()
      this.config = await api.config()
      this.problem = null
    } catch (error) {
      this.whoami = null
      this.problem = error as ApiError
    }
    this.ready = true
  }

  async signIn(value: string): Promise<void> {
    token.set(value.trim())
    await this.refresh()
  }
}
export const session = new Session()
