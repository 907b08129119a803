import path from 'node:path'
import { env, isLoopback } from '~/env.server'

export type DoorSettings = ReturnType<typeof doorSettings>

export function doorSettings() {
  const settings = env()
  return {
    host: settings.HOST,
    port: settings.PORT,
    buildDir: path.resolve(settings.SHALA_BUILD_DIR),
    dev: settings.SHALA_DEV === '1',
    secure: settings.BASE_URL.startsWith('https://'),
    trustProxy: settings.TRUST_PROXY,
    stopDelayMs: settings.STOP_DELAY_MS,
    logLevel: settings.LOG_LEVEL,
    /** Requests are counted for whoever may ask for the counts. */
    counts: settings.OPERATOR_TOKEN !== undefined,
    origin: new URL(settings.BASE_URL).origin,
    /** Nobody but this machine reaches the portal by its address: a demo. */
    local: isLoopback(settings.BASE_URL),
  }
}
