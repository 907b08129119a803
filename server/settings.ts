import path from 'node:path'
import { env, isLoopback } from '~/env.server'

export interface DoorSettings {
  host: string
  port: number
  buildDir: string
  dev: boolean
  secure: boolean
  trustProxy: number
  logLevel: string
  origin: string
  /** Nobody but this machine reaches the portal by its address: a demo. */
  local: boolean
}

export function doorSettings(): DoorSettings {
  const settings = env()
  return {
    host: settings.HOST,
    port: settings.PORT,
    buildDir: path.resolve(settings.SHALA_BUILD_DIR),
    dev: settings.SHALA_DEV === '1',
    secure: settings.BASE_URL.startsWith('https://'),
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    origin: new URL(settings.BASE_URL).origin,
    local: isLoopback(settings.BASE_URL),
  }
}
