// SPDX-License-Identifier: AGPL-3.0-only
// Where the reader is: #/page/rest?name=value. In the fragment, so that the server sees no question
// and every address works however the page was reached.

export interface Route {
  page: string
  rest: string
  query: URLSearchParams
}

function read(): Route {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const [page = '', ...rest] = path.split('/')
  return { page: page || 'ask', rest: decodeURIComponent(rest.join('/')), query: new URLSearchParams(query) }
}

class Router {
  now = $state.raw<Route>(read())
  constructor() {
    addEventListener('hashchange', () => {
      this.now = read()
    })
  }
}
export const router = new Router()

export function href(page: string, rest = '', query: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `#/${page}${rest ? `/${encodeURIComponent(rest)}` : ''}${text ? `?${text}` : ''}`
}
export const go = (to: string): void => {
  location.hash = to
}
