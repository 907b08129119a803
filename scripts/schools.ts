import { existsSync } from 'node:fs'
import path from 'node:path'
import { closeDatabase } from '~/database/database.server'
import { decideAboutSchool, findRegistered, listNotApproved } from '~/models/core/schools/approval.server'
import { maxReasonLength, reopenSchool, suspendSchool } from '~/models/core/schools/suspension.server'
import { findUsage, listUsage } from '~/models/core/schools/usage.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { schoolScope, systemScope } from '~/models/core/shared/scope.server'
import { summaryOf } from './backups/whole'
import { heldWorkReminder } from './held-words'
import { exportSchool } from './moves/export-school'
import { extractSchool } from './moves/extract-school'
import { importSchool } from './moves/import-school'
import { removeSchool } from './moves/remove-school'
import { type LostRows, restoreSchool } from './moves/restore-school'
import { oneAtATime } from './one-at-a-time'
import { oneLine, printFacts, tabbed } from './one-line'
import { runMain, Trouble } from './processes.mjs'
import { requireUpToDate } from './up-to-date'

/*
 * `npm run schools -- waiting | approve <id> | refuse <id>`: lists registered schools and decides on one; a decision
 * can be changed later.
 * `suspend <id> [reason]` closes an open school for everyone (staff, families, the public); `reopen <id>` reverses it.
 * `list`, `show <id>`: all schools or one, with their usage (students, files, mails, messages, jobs).
 * `export <id> [folder]`, `import <file>`, `remove <id> <file>`: moves a school to another installation
 * (docs/operators.md). `export` prints a key, which the other two need as SCHOOL_FILE_KEY.
 * `restore <backup> <id> [folder] [--replace]`: restores one school from a backup of the whole installation.
 * `extract <backup> <id> <file>` is the step of `restore` that reads the backup; DATABASE_URL must name an empty
 * database.
 */
const verdicts = { approve: 'approved', refuse: 'refused' } as const

const words = process.argv.slice(2)
const replace = words.includes('--replace')
const [command = 'list', first = '', ...others] = words.filter((word) => word !== '--replace')
const [second = '', third = ''] = others
/** Reason for a suspension, typed with or without quotes around it. */
const reason = others.join(' ').trim()
await runMain(async () => {
  if (command === 'list') await list()
  else if (command === 'show') await show(first)
  else if (command === 'waiting') await listWaiting()
  else if (command === 'approve' || command === 'refuse') await decide(first, verdicts[command])
  else if (command === 'suspend') await suspend(first, reason)
  else if (command === 'reopen') await reopen(first)
  else if (command === 'export') await move(() => tellExport(first, second || '.'))
  else if (command === 'import') await move(() => tellImport(first))
  else if (command === 'remove') await move(() => tellRemoval(first, second))
  else if (command === 'restore') await move(() => tellRestore(first, second, third))
  else if (command === 'extract') await tellExtract(first, second, third)
  else
    throw new Trouble(
      'Choose a command: list, show <id>, waiting, approve <id>, refuse <id>, suspend <id> [reason], reopen <id>, export <id> [folder], import <file>, remove <id> <file> or restore <backup> <id> [folder] [--replace].',
    )
})
await closeDatabase()

/** Requires the tables of this version, and holds the lock of the schema during the work. */
async function move(work: () => Promise<void>): Promise<void> {
  await requireUpToDate()
  await oneAtATime(work)
}

async function tellExport(publicId: string, folder: string): Promise<void> {
  const { file, sizeBytes, key, manifest } = await exportSchool(publicId, folder)
  console.log(`${file} (${sizeBytes} bytes)`)
  console.log(summaryOf(manifest))
  console.log(`Its key, which is stored nowhere else: ${key}`)
}

async function tellImport(file: string): Promise<void> {
  const { school, manifest } = await importSchool(existing(file), fileKey())
  console.log(`${oneLine(school.name)} (${school.publicId}) was imported as of ${manifest.madeAt}:`)
  console.log(summaryOf(manifest))
  console.log(heldWorkReminder)
}

async function tellRemoval(publicId: string, file: string): Promise<void> {
  const { name } = await removeSchool(publicId, existing(file), fileKey())
  console.log(`${oneLine(name)} was removed with all its rows and files.`)
}

async function tellRestore(backup: string, publicId: string, folder: string): Promise<void> {
  const file = existing(backup)
  const { extracted, lost, isDone } = await restoreSchool({
    backup: file,
    publicId,
    folder: folder || path.dirname(file),
    replace,
    onKept: ({ file, sizeBytes, key }) => {
      console.log(`Its current state is kept in ${file} (${sizeBytes} bytes)`)
      console.log(`Its key, which is stored nowhere else: ${key}`)
    },
  })
  const { name, madeAt, manifest, missingFiles } = extracted
  const counts = summaryOf(manifest)
  if (lost) tellLost(lost, isDone)
  if (missingFiles > 0)
    console.log(`Files that its rows name but that are neither in the backup nor here: ${missingFiles}.`)
  if (!isDone)
    throw new Trouble(
      `${oneLine(name)} exists here. The backup has its state of ${madeAt}: ${counts}.\nNothing was changed. To replace the current state, run the same command with --replace`,
    )
  console.log(`${oneLine(name)} (${publicId}) was restored as of ${madeAt}: ${counts}`)
  console.log(heldWorkReminder)
}

function tellLost({ rows, receipts }: LostRows, isDone: boolean): void {
  const counts = Object.entries(rows).map(([table, count]) => `${table} ${count}`)
  if (counts.length === 0) {
    console.log('Nothing was added to the school after the backup.')
    return
  }
  console.log(
    `Rows added after the backup: ${counts.join(', ')}. ${isDone ? 'They were removed.' : '--replace removes them.'}`,
  )
  if (receipts.length > 0) console.log(`Receipts among them, whose numbers are not used again: ${receipts.join(', ')}`)
}

async function tellExtract(backup: string, publicId: string, file: string): Promise<void> {
  console.log(
    JSON.stringify(await oneAtATime(() => extractSchool(existing(backup), publicId, path.resolve(file), fileKey()))),
  )
}

function existing(file: string): string {
  if (file !== '' && existsSync(file)) return path.resolve(file)
  throw new Trouble(file === '' ? 'Name the file.' : `There is no file ${oneLine(file)}.`)
}

function fileKey(): string {
  const key = process.env.SCHOOL_FILE_KEY
  if (!key) throw new Trouble('Set SCHOOL_FILE_KEY to the key that was printed with the file.')
  return key
}

/** Prints one line for each school, after a line of column names. */
async function list(): Promise<void> {
  const rows = await listUsage(systemScope())
  console.log(tabbed(['id', 'state', 'students', 'files MB', 'mails', 'messages', 'jobs', 'name']))
  for (const { publicId, approval, suspendedAt, students, fileBytes, mails, messages, jobsWaiting, name } of rows)
    console.log(
      tabbed([
        publicId,
        suspendedAt === null ? approval : 'suspended',
        students,
        megabytes(fileBytes),
        mails,
        messages,
        jobsWaiting,
        name,
      ]),
    )
}

async function show(publicId: string): Promise<void> {
  const school = await findUsage(systemScope(), publicId)
  if (!school) throw notFound(publicId)
  printFacts({
    Name: school.name,
    State: school.approval,
    ...(school.suspendedAt !== null && {
      'Suspended since': todayInIndia(school.suspendedAt),
      'Reason shown to its owners': school.suspendedReason ?? 'none given',
    }),
    'Registered on': todayInIndia(school.registeredAt),
    'Active students': school.students,
    'Staff with a sign-in': school.staff,
    Files: `${megabytes(school.fileBytes)} MB`,
    'Stored mails of the last 30 days': school.mails,
    'Messages of the last 30 days': school.messages,
    'Waiting jobs': school.jobsWaiting,
    'Failed jobs': school.jobsFailed,
  })
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

async function listWaiting(): Promise<void> {
  const schools = await listNotApproved(systemScope())
  if (schools.length === 0) console.log('No school is waiting for approval.')
  for (const { publicId, approval, registeredAt, name, email, address } of schools) {
    console.log(tabbed([publicId, approval, todayInIndia(registeredAt), name, email, address]))
  }
}

async function decide(publicId: string, verdict: 'approved' | 'refused'): Promise<void> {
  const { id, name } = await requireSchool(publicId)
  await decideAboutSchool(asOperator(id), verdict)
  console.log(`${oneLine(name)} is ${verdict}.`)
}

async function suspend(publicId: string, why: string): Promise<void> {
  if (why.length > maxReasonLength) throw new Trouble(`The reason may have at most ${maxReasonLength} characters.`)
  const { id, name } = await requireSchool(publicId)
  const outcome = await suspendSchool(asOperator(id), why === '' ? null : oneLine(why))
  if (!outcome.ok) throw new Trouble(`${oneLine(name)} is already suspended.`)
  console.log(
    `${oneLine(name)} is suspended: none of its users can sign in, and its mails and messages wait. Its owners are notified by mail.`,
  )
}

async function reopen(publicId: string): Promise<void> {
  const { id, name } = await requireSchool(publicId)
  const outcome = await reopenSchool(asOperator(id))
  if (!outcome.ok) throw new Trouble(`${oneLine(name)} is not suspended.`)
  console.log(`${oneLine(name)} is open again. Its owners are notified by mail.`)
}

async function requireSchool(publicId: string) {
  const school = await findRegistered(systemScope(), publicId)
  if (!school) throw notFound(publicId)
  return school
}

function notFound(publicId: string): Trouble {
  return new Trouble(
    publicId === ''
      ? 'Give the id of a school. npm run schools lists them.'
      : `There is no school ${oneLine(publicId)}.`,
  )
}

function asOperator(schoolId: number) {
  return schoolScope(schoolId, { kind: 'system', id: null, name: 'Operator' })
}
