import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { closeDatabase } from '~/database/database.server'
import { csvStream } from '~/http/csv.server'
import { type LogLine, logsBetween } from '~/models/core/audit/logs-between.server'
import { parseMoment } from '~/models/core/audit/moment-rules'
import { findSchoolByPublicId } from '~/models/core/schools/profile.server'
import { systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { runMain, Trouble } from './processes.mjs'

/*
 * `npm run security-export -- --from 2026-11-01 --to 2026-11-30 [--school <public id>]`: prints all changes and
 * downloads between two moments with their users, as CSV. A date is a day in IST, which `--to` includes completely; a
 * moment must name its zone (2026-11-01T09:30:00+05:30).
 */
const columns: ReadonlyArray<[label: string, value: (line: LogLine) => string | number | null]> = [
  ['moment_utc', (line) => line.at.toISOString()],
  ['log', (line) => line.log],
  ['school', (line) => line.school],
  ['what', (line) => line.what],
  ['times', (line) => line.times],
  ['actor', (line) => line.actor],
  ['actor_name', (line) => line.actorName],
  ['subject', (line) => line.subject],
  ['address', (line) => line.address],
  ['device', (line) => line.device],
  ['request_id', (line) => line.requestId],
  ['name_digest', (line) => line.nameDigest],
  ['details', (line) => line.details],
]

await runMain(exportLogs)
await closeDatabase()

async function exportLogs(): Promise<void> {
  const options = { from: { type: 'string' }, to: { type: 'string' }, school: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const [from, to] = [parseMoment(values.from ?? '', 'start'), parseMoment(values.to ?? '', 'end')]
  if (!from || !to)
    throw new Trouble(
      'Give --from and --to, each as a day (2026-11-30) or a moment with its zone (2026-11-30T09:30+05:30).',
    )
  const school = values.school === undefined ? null : await findSchoolByPublicId(visitorScope(), values.school)
  if (values.school !== undefined && !school) throw new Trouble(`There is no school ${values.school}.`)
  const file = await csvStream('', parts({ from, to, schoolId: school?.id ?? null }))
  await pipeline(Readable.fromWeb(file.body as Parameters<typeof Readable.fromWeb>[0]), process.stdout, { end: false })
}

async function* parts(span: Parameters<typeof logsBetween>[1]) {
  yield [columns.map(([label]) => label)]
  for await (const lines of logsBetween(systemScope(), span)) {
    yield lines.map((line) => columns.map(([, value]) => value(line)))
  }
}
