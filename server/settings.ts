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
    /** Requests are counted only when an operator token exists to read the counts. */
    counts: settings.OPERATOR_TOKEN !== undefined,
    origin: new URL(settings.BASE_URL).origin,
    /** True for a demo: only this machine reaches the portal by its address. */
    local: isLoopback(settings.BASE_URL),
  }
}
