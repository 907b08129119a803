import { parseArgs } from 'node:util'
import { closeDatabase } from '~/database/database.server'
import {
  dismissOutgoing,
  type HeldChoice,
  type HeldWork,
  listHeld,
  releaseOutgoing,
} from '~/models/core/outbox/hold-outgoing.server'
import { type OutgoingKind, outgoingKinds } from '~/models/core/outbox/job-kinds'
import { findRegistered } from '~/models/core/schools/approval.server'
import { counted } from '~/models/core/shared/counted'
import { systemScope } from '~/models/core/shared/scope.server'
import { formatUtcMinute, oneLine, tabbed } from './one-line'
import { runMain, Trouble } from './processes.mjs'
import { requireUpToDate } from './up-to-date'

/*
 * `npm run held` lists held work after a restore, by school and kind, with the age of the oldest.
 * `release [<school>] [--kind <kind>]` sends it and `dismiss` drops it, for one school, one kind, or with `--all` for
 * everything. `-` in place of a school stands for the installation's own mails.
 */
const system = systemScope()

await runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { kind: { type: 'string' }, all: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [command = 'list', school] = positionals
  await requireUpToDate()
  if (command === 'list') return list()
  if (command !== 'release' && command !== 'dismiss')
    throw new Trouble(
      'Choose a command: list, release [<school>] [--kind <kind>] [--all], or dismiss with the same options.',
    )
  const choice = { ...(await schoolOf(school)), ...kindOf(values.kind) }
  const isAll = choice.schoolId === undefined && choice.what === undefined
  if (isAll !== (values.all === true))
    throw new Trouble(
      'Choose the jobs: a school (its id, or - for the installation itself), --kind <kind>, or --all alone.',
    )
  if (command === 'release') {
    const jobs = await releaseOutgoing(system, choice)
    console.log(`Released ${counted(jobs, 'job')}. New work of this kind is no longer held.`)
  } else {
    const jobs = await dismissOutgoing(system, choice)
    console.log(
      `Dismissed ${counted(jobs, 'job')}, which the worker marks as not sent. New work of this kind is held until it is released.`,
    )
  }
  await tellRest()
})
await closeDatabase()

async function schoolOf(publicId: string | undefined): Promise<Pick<HeldChoice, 'schoolId'>> {
  if (publicId === undefined) return {}
  if (publicId === '-') return { schoolId: 0 }
  const school = await findRegistered(system, publicId)
  if (!school) throw new Trouble(`There is no school ${oneLine(publicId)}.`)
  return { schoolId: school.id }
}

function kindOf(word: string | undefined): Pick<HeldChoice, 'what'> {
  if (word === undefined) return {}
  const kind = outgoingKinds.find((one): one is OutgoingKind => one === word)
  if (!kind) throw new Trouble(`--kind must be one of ${outgoingKinds.join(', ')}.`)
  return { what: kind }
}

/** Prints one line for each school and kind, after a line of column names. */
async function list(): Promise<void> {
  const heldJobs = await listHeld(system)
  if (heldJobs.length === 0) return console.log('Nothing is held.')
  console.log(tabbed(['school', 'kind', 'jobs', 'oldest (UTC)', 'held since (UTC)', 'after', 'name']))
  for (const one of heldJobs) console.log(lineOf(one))
}

function lineOf({ publicId, name, what, reason, since, jobs, oldest }: HeldWork): string {
  const columns = [publicId ?? '-', what, jobs, oldest ? formatUtcMinute(oldest) : '-', formatUtcMinute(since), reason]
  return tabbed([...columns, name ?? 'the installation itself'])
}

async function tellRest(): Promise<void> {
  const rest = await listHeld(system)
  const jobs = rest.reduce((sum, one) => sum + one.jobs, 0)
  if (rest.length > 0)
    console.log(`Still held: ${counted(jobs, 'job')}, in ${counted(rest.length, 'line')} of npm run held`)
}
