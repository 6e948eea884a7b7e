// SPDX-License-Identifier: AGPL-3.0-only
// Light, dark, or as the system has it.
const KEY = 'arborist.theme'
const NEXT: Record<string, string> = { auto: 'light', light: 'dark', dark: 'auto' }

class Theme {
  choice = $state(localStorage.getItem(KEY) ?? 'auto')

  apply(): void {
    if (this.choice === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = this.choice
  }
  next(): void {
    this.choice = NEXT[this.choice] ?? 'auto'
    localStorage.setItem(KEY, this.choice)
    this.apply()
  }
}
export const theme = new Theme()
