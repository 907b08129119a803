import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'

/**
 * Settings schema; only this file reads process.env. An invalid value aborts startup with a message that names the
 * setting.
 */
const schema = z.object({
  APP_MODE: z.enum(['demo', 'production'], { error: 'APP_MODE must be demo or production' }).default('demo'),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  BASE_URL: z.url({ error: 'BASE_URL must be a full address such as https://shala.example.in' }).optional(),
  DATABASE_URL: z
    .string({ error: 'DATABASE_URL is missing: mysql://user:password@host:3306/database' })
    .regex(/^(mysql|mariadb):\/\//, 'DATABASE_URL must start with mysql://'),
  DATABASE_CA: z
    .string()
    .refine(
      (file) => existsSync(file),
      'DATABASE_CA must name a file: the certificate of the authority that signed the database server’s',
    )
    .optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^(mysql|mariadb):\/\//, 'DATABASE_REPLICA_URL must start with mysql://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_PATIENCE_MS: z.coerce.number().int().min(500).max(60_000).default(6_000),
  DATA_DIR: z.string().min(1).default('storage'),
  STORAGE_URL: z
    .string()
    .regex(
      /^s3:\/\/[^:@/]+:[^@/]+@[^/?]+\/[^/?]+\/?(\?.*)?$/,
      'STORAGE_URL must look like s3://key:secret@host:port/bucket?region=ap-south-1',
    )
    .optional(),
  APP_KEY: z.string().min(32, 'APP_KEY must have 32 characters or more (openssl rand -base64 32 makes one)').optional(),
  APP_KEY_OLD: z.string().min(32, 'APP_KEY_OLD must be the whole previous APP_KEY').optional(),
  APP_KEY_NEXT: z.string().min(32, 'APP_KEY_NEXT must be the whole key that APP_KEY will have next').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'SMTP_URL must start with smtp:// or smtps://')
    .refine((address) => URL.canParse(address), 'SMTP_URL must be a full address, the password in it percent-encoded')
    .optional(),
  MAIL_FROM: z.string().default('Shala <no-reply@localhost>'),
  MAIL_BOUNCES: z
    .string()
    .regex(
      /^[a-z0-9._-]{1,20}@[a-z0-9.-]+\.[a-z]{2,}$/,
      'MAIL_BOUNCES must be a mailbox such as bounces@mail.example.in',
    )
    .optional(),
  DKIM_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/, 'DKIM_DOMAIN must be a domain such as example.in')
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9.-]{1,63}$/, 'DKIM_SELECTOR must be a short name such as shala1')
    .optional(),
  DKIM_KEY_FILE: z
    .string()
    .refine((file) => isPrivateKey(file), 'DKIM_KEY_FILE must be a file with a private key (PEM)')
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@|https:\/\/|tel:)\S+$/,
      'SECURITY_CONTACT must be mailto:name@example.in, https://… or tel:…',
    )
    .optional(),
  OPERATOR_CONTACT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@|https:\/\/|tel:)\S+$/,
      'OPERATOR_CONTACT must be mailto:name@example.in, https://… or tel:…',
    )
    .optional(),
  PAYMENT_API_URL: z.url({ error: 'PAYMENT_API_URL must be a full address' }).optional(),
  PAYMENT_TIMEOUT_MS: z.coerce.number().int().min(100).max(10_000).default(10_000),
  MESSAGE_API_URL: z.url({ error: 'MESSAGE_API_URL must be a full address' }).optional(),
  MESSAGE_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(10_000),
  MAPS_API_URL: z.url({ error: 'MAPS_API_URL must be a full address' }).optional(),
  MAPS_TIMEOUT_MS: z.coerce.number().int().min(100).max(10_000).default(3000),
  OPERATOR_TOKEN: z
    .string()
    .min(32, 'OPERATOR_TOKEN must have 32 characters or more (openssl rand -base64 32 makes one)')
    .regex(/^\S+$/, 'OPERATOR_TOKEN must have no spaces')
    .optional(),
  SCHOOLS_OPEN: z.enum(['0', '1'], { error: 'SCHOOLS_OPEN must be 0 or 1' }).default('0'),
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  SECURITY_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(180, 'SECURITY_LOG_DAYS must be 180 or more: CERT-In asks for that')
    .max(3650)
    .default(400),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  REPORT_QUERIES: z.enum(['0', '1']).default('0'),
  SHALA_BUILD_DIR: z.string().default('build/current'),
  SHALA_DEV: z.enum(['0', '1']).default('0'),
})

function isPrivateKey(file: string): boolean {
  try {
    return createPrivateKey(readFileSync(file)).type === 'private'
  } catch {
    return false
  }
}

/** Checks that either all three DKIM settings are set (key, selector, domain) or none. */
function faultsOfSigning(settings: Record<string, string | undefined>): string[] {
  const missing = (['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const).filter((name) => !settings[name])
  return missing.length === 3
    ? []
    : missing.map((name) => `${name} is missing: mails are signed by all three DKIM settings`)
}

/** Returns a message that names the setting, even if the check has no message of its own. */
function sentence({ message, path: [name] }: z.core.$ZodIssue): string {
  return message.includes(String(name)) ? message : `${String(name)}: ${message}`
}

export function isLoopback(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}

/**
 * Checks that the database URLs use host names: a certificate is issued for a name, and with an IP address the driver
 * would check it against another name.
 */
function faultsOfEncryption(settings: Record<string, string | undefined>): string[] {
  if (!settings.DATABASE_CA) return []
  return (['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const).flatMap((name) => {
    const address = settings[name]
    if (!address || !URL.canParse(address) || isLoopback(address)) return []
    const isNumber = isIP(new URL(address).hostname.replace(/[[\]]/g, '')) > 0
    return isNumber ? [`${name} must contain the name of the server, not its IP address, when DATABASE_CA is set`] : []
  })
}

/** Minimum number of distinct characters in a key. A random key has about thirty; a typed filler has fewer. */
const minSigns = 12

/** Finds quoted values: a container's --env-file keeps the quotes as part of the value. */
function quoted(settings: Record<string, string | undefined>): string[] {
  return Object.keys(schema.shape)
    .filter((name) => /^(".*"|'.*')$/.test(settings[name] ?? ''))
    .map((name) => `${name} is in quotes, which are part of its value here`)
}

/**
 * Settings that can be read from a file: `APP_KEY_FILE=/run/secrets/app-key`, or a systemd credential named `app-key`.
 */
const inFiles = [
  ...['APP_KEY', 'APP_KEY_OLD', 'APP_KEY_NEXT', 'DATABASE_URL', 'DATABASE_REPLICA_URL'],
  ...['STORAGE_URL', 'SMTP_URL', 'OPERATOR_TOKEN'],
]

type Given = Record<string, string | undefined>

/** Reads the settings from files, with an error for each unreadable file. */
function withFiles(plain: Given): { given: Given; faults: string[] } {
  const settings = { ...plain }
  const faults: string[] = []
  const credentials = plain.CREDENTIALS_DIRECTORY
  for (const name of inFiles) {
    const credential = credentials && path.join(credentials, name.toLowerCase().replaceAll('_', '-'))
    const filePath = plain[`${name}_FILE`]
    const file = filePath ?? (credential && existsSync(credential) ? credential : undefined)
    if (file === undefined) continue
    if (settings[name] !== undefined) faults.push(`${name} is set twice: directly and by the file ${file}`)
    try {
      settings[name] = readFileSync(file, 'utf8').trim() || undefined
    } catch {
      faults.push(`${name}_FILE must be a file that this program may read: ${file}`)
    }
  }
  return { given: settings, faults }
}

function faultsInProduction(settings: Record<string, string | undefined>): string[] {
  if (settings.APP_MODE !== 'production') return []
  const missing = (['APP_KEY', 'BASE_URL'] as const).filter((name) => !settings[name])
  const { APP_KEY: key, BASE_URL: address } = settings
  const isOpen = address !== undefined && URL.canParse(address) && address.startsWith('http:') && !isLoopback(address)
  return [
    ...missing.map((name) => `${name} is required in production`),
    // The default of DATA_DIR is relative to where a command starts, so a manual backup could miss the files.
    ...(settings.DATA_DIR || settings.STORAGE_URL
      ? []
      : ['DATA_DIR is required in production: the folder of the files']),
    ...quoted(settings),
    ...(['APP_KEY', 'OPERATOR_TOKEN'] as const).flatMap((name) => {
      const secret = settings[name]
      const isGuessable = secret !== undefined && new Set(secret).size < minSigns
      return isGuessable ? [`${name} can be guessed: openssl rand -base64 32 makes a good one`] : []
    }),
    ...(key && key === settings.APP_KEY_OLD ? ['APP_KEY_OLD is the same as APP_KEY: it must be the previous key'] : []),
    ...(key && key === settings.APP_KEY_NEXT ? ['APP_KEY_NEXT is the same as APP_KEY: it must be the next key'] : []),
    ...(isOpen ? ['BASE_URL must begin with https:// in production: passwords would travel in the clear'] : []),
    ...(settings.MAPS_API_URL ? ['MAPS_API_URL names a stand-in for the maps; production refuses it'] : []),
    ...(settings.MESSAGE_API_URL ? ['MESSAGE_API_URL names a message sandbox; production refuses it'] : []),
    ...(settings.PAYMENT_API_URL ? ['PAYMENT_API_URL names a payment sandbox; production refuses it'] : []),
  ]
}

export type Env = Omit<z.output<typeof schema>, 'APP_KEY' | 'BASE_URL'> & { APP_KEY: string; BASE_URL: string }

let cached: Env | undefined

/**
 * Returns the settings, validated once.
 * @throws with one sentence per invalid setting
 */
export function env(): Env {
  if (cached) return cached
  // An empty value in an env file means "not set".
  const plain = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const { given, faults: faultsOfFiles } = withFiles(plain)
  const parsed = schema.safeParse(given)
  // Report all errors at once, so that the operator need not restart for each.
  const faults = [
    ...faultsOfFiles,
    ...(parsed.error?.issues ?? []).map(sentence),
    ...faultsOfEncryption(given),
    ...faultsOfSigning(given),
    ...faultsInProduction(given),
  ]
  if (!parsed.success || faults.length > 0) {
    throw new Error(`The settings are wrong:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
  }
  const value = parsed.data
  cached = {
    ...value,
    DATA_DIR: path.resolve(value.DATA_DIR),
    // Default for demos only: production without APP_KEY was refused above.
    APP_KEY: value.APP_KEY ?? 'demo-only-key-never-used-in-production',
    BASE_URL: (value.BASE_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
  }
  return cached
}
