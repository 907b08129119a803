import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { paths } from '~/addresses/paths'
import { closeDatabase, exists, selectRow, text } from '~/database/database.server'
import { env } from '~/env.server'
import { demoMessageAccount, demoPaymentKeys, demoSignIns, makeDemoSchools } from '../tests/factories/demo'
import { largeSignIns, makeLargeSchool } from '../tests/factories/large'
import { seedCommand } from './beside.mjs'

/*
 * `npm run seed`: creates the demo schools in a database without schools, writes the first school's keys for the
 * sandbox, and prints the sign-ins. Existing demo schools are not created again; if only real schools exist, it does
 * nothing.
 * `--look` creates nothing: for a database without schools it prints how to add demo schools. `--beside DATA_DIR` uses
 * the settings of the demo that runs with that folder (scripts/beside.mjs).
 * `--size=small` creates the first school with its named students only, without the 600 others.
 * `--size=large` adds a school of 5,000 students over three years, for load tests.
 */
const largeSize = 5_000
const isFull = !process.argv.includes('--size=small')

if (env().APP_MODE === 'production') throw new Error('Demo schools are not created in production.')

const demo = await selectRow(
  { publicId: text('public_id') },
  "FROM schools WHERE email = 'office@demo.shala.test' ORDER BY id LIMIT 1",
)
const other = demo ?? (await selectRow({ publicId: text('public_id') }, 'FROM schools LIMIT 1'))
const mayMake = !process.argv.includes('--look')
if (!other && !mayMake) {
  console.log(`The database of DATABASE_URL has no schools, and no demo schools were added to it. To add them while the portal runs:

  ${seedCommand(env().DATA_DIR)}
`)
}
const publicId =
  demo?.publicId ?? (other || !mayMake ? null : (await makeDemoSchools(new Date(), isFull)).payingSchool.publicId)

if (publicId) {
  // Writes the sandbox accounts at every start, because the portal's port may have changed.
  const merchant = {
    key_id: demoPaymentKeys.keyId,
    key_secret: demoPaymentKeys.keySecret,
    webhook_url: `http://127.0.0.1:${env().PORT}${paths.webhook(publicId)}`,
    webhook_secret: demoPaymentKeys.webhookSecret,
  }
  writeFileSync(path.join(env().DATA_DIR, 'payment-sandbox-merchants.json'), JSON.stringify([merchant]), {
    mode: 0o600,
  })
  // Exotel receives the address for delivery reports with each message. For MSG91 and WhatsApp it is part of the
  // account, as schools enter it in the panels of these providers.
  const reports = (provider: string) => `http://127.0.0.1:${env().PORT}/webhooks/${provider}/${publicId}`
  const account = demoMessageAccount({ msg91: reports('sms'), whatsapp: reports('whatsapp') })
  writeFileSync(path.join(env().DATA_DIR, 'message-sandbox-accounts.json'), JSON.stringify([account]), { mode: 0o600 })
  if (!demo && process.argv.includes('--is-beside'))
    console.log('Restart the portal: its payment sandbox does not know the keys of the demo schools yet.')
  console.log('Sign-ins of the demo schools:')
  tell(demoSignIns)
  if (process.argv.includes('--size=large')) {
    const hasLargeSchool = await exists("FROM schools WHERE email = 'office@large.shala.test'", {})
    if (!hasLargeSchool) await makeLargeSchool(new Date(), largeSize)
    tell(largeSignIns)
  }
}

function tell(signIns: ReadonlyArray<{ role: string; name: string; password: string }>): void {
  for (const { role, name, password } of signIns) console.log(`  ${role.padEnd(24)} ${name.padEnd(30)} ${password}`)
}
await closeDatabase()
