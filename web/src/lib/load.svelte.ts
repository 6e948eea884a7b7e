// SPDX-License-Identifier: AGPL-3.0-only
// One thing that is fetched: waiting, there, or failed. A later call beats an earlier one.
export class Load<T> {
  value = $state.raw<T | undefined>(undefined)
  error = $state.raw<Error | undefined>(undefined)
  waiting = $state(false)
  private turn = 0

  async run(work: () => Promise<T>): Promise<T | undefined> {
    const turn = ++this.turn
    this.waiting = true
    this.error = undefined
    try {
      const value = await work()
      if (turn === this.turn) this.value = value
      return value
    } catch (error) {
      if (turn === this.turn && (error as Error).name !== 'AbortError') this.error = error as Error
      return undefined
    } finally {
      if (turn === this.turn) this.waiting = false
    }
  }

  clear(): void {
    this.turn++
    this.value = undefined
    this.error = undefined
    this.waiting = false
  }
}
