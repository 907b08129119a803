import Bowser from 'bowser'

/** The browser and its system, by the names that people know; null for what is not known. */
export interface Device {
  browser: string | null
  system: string | null
}

/** Longest text that is looked at: what browsers send is shorter. */
const agentLength = 400

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const systems = new Set<string>(Object.values(Bowser.OS_MAP))

/**
 * Which device a `User-Agent` tells of. The text is anybody's, so only names of a fixed list come out of it. It proves nothing: it helps to
 * know the own phone again.
 */
export function deviceOf(userAgent: string | null): Device {
  const agent = userAgent?.slice(0, agentLength)
  if (!agent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(agent)
  return { browser: known(browsers, browser.name), system: known(systems, os.name) }
}

function known(names: ReadonlySet<string>, name: string | undefined): string | null {
  // 'Samsung Internet for Android' says the system a second time.
  return name !== undefined && names.has(name) ? name.replace(/ for Android$/, '') : null
}
