/** Internal module of Playwright, shared by its test runner and its browsers; it has no types of its own. */
declare module 'playwright-core/lib/coreBundle' {
  export const iso: {
    escapeForTextSelector: (text: string | RegExp, exact: boolean) => string
    escapeForAttributeSelector: (text: string | RegExp, exact: boolean) => string
    asLocator: (language: 'javascript', selector: string) => string
    urlMatches: (baseURL: string, url: string, wanted: string | RegExp | ((url: URL) => boolean)) => boolean
  }
}
