import Bowser from 'bowser'

/** Browser and operating system by their common names; null when unknown. */
export interface Device {
  browser: string | null
  system: string | null
}

/** Maximum length that is parsed; real browsers send less. */
const agentLength = 400

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const systems = new Set<string>(Object.values(Bowser.OS_MAP))

/**
 * Detects the device from a `User-Agent`. The header is untrusted, so only names from a fixed list are returned. The
 * result proves nothing; it helps users recognise their own devices.
 */
export function deviceOf(userAgent: string | null): Device {
  const agent = userAgent?.slice(0, agentLength)
  if (!agent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(agent)
  return { browser: findKnown(browsers, browser.name), system: findKnown(systems, os.name) }
}

function findKnown(names: ReadonlySet<string>, name: string | undefined): string | null {
  // 'Samsung Internet for Android' repeats the system.
  return name !== undefined && names.has(name) ? name.replace(/ for Android$/, '') : null
}
