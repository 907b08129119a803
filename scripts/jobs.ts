import { parseArgs } from 'node:util'
import { closeDatabase } from '~/database/database.server'
import {
  countFailed,
  dismissFailed,
  type FailedFilter,
  type FailedJob,
  findFailed,
  listFailed,
  repeatFailed,
} from '~/models/core/installation/failed-jobs.server'
import { findUsage } from '~/models/core/schools/usage.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { formatUtcMinute, oneLine, printFacts, tabbed } from './one-line'
import { runMain, Trouble } from './processes.mjs'

/*
 * `npm run jobs -- failed [school id]` lists failed jobs and mails; `show <id>` explains one, and what repeating or
 * dismissing it does. `repeat` and `dismiss` take ids, or `--kind <kind>`, `--school <id>` (both: that kind in that
 * school), or `--all`. Money jobs are dismissed by id only.
 */
const usage = `Choose a command:
  failed [school id]
  show <id>
  repeat <id> … | --kind <kind> | --school <id> | --all
  dismiss <id> … | --kind <kind> | --school <id> | --all`

/** Maximum number of lines that `failed` prints. */
const shownJobs = 1_000

const options = { kind: { type: 'string' }, school: { type: 'string' }, all: { type: 'boolean' } } as const

function readWords() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new Trouble(`${oneLine(error instanceof Error ? error.message : String(error))}\n${usage}`)
  }
}

async function list(filter: FailedFilter): Promise<void> {
  await checkSchool(filter)
  const count = await countFailed(systemScope(), filter)
  if (count === 0) return console.log('There are no failed jobs or mails.')
  console.log(tabbed(['id', 'kind', 'class', 'school', 'since (UTC)', 'tries', 'school name', 'reason']))
  for (const job of await listFailed(systemScope(), filter, { limit: shownJobs })) {
    const { id, kind, class: jobClass, schoolPublicId, schoolName, since, tries, reason } = job
    console.log(
      tabbed([id, kind, jobClass, schoolPublicId ?? '–', formatUtcMinute(since), tries, schoolName ?? '–', reason]),
    )
  }
  if (count > shownJobs) console.log(`These are the newest ${shownJobs} of ${count}.`)
}

async function show(id: string): Promise<void> {
  const job = await find(id)
  printFacts({
    Id: job.id,
    Kind: job.kind,
    Class: job.class,
    School: job.schoolPublicId === null ? 'none: the installation’s own' : `${job.schoolName} (${job.schoolPublicId})`,
    [isMail(job) ? 'Written' : 'Failed']: `${formatUtcMinute(job.since)} UTC`,
    Tries: job.tries,
    'Workers that ended while it ran': job.losses,
    'Last reason': job.reason || 'none',
    Repeated: effects[job.kind]?.repeated ?? 'the job does its remaining work',
    Dismissed: effects[job.kind]?.dismissed ?? 'its remaining work is not done',
  })
}

const toldSchool = {
  repeated: 'the school was notified of the failure; if the school has started it again, this does nothing',
  dismissed: 'nothing else changes: the school was notified of the failure',
}

/** Consequences of a decision, for kinds where they are not obvious to the operator. */
const effects: Record<string, { repeated: string; dismissed: string } | undefined> = {
  'send-refund': {
    repeated: 'the provider receives the request again with the same key, so that it refunds the money only once',
    dismissed: 'the refund stays “on its way” at the office, and no money is refunded',
  },
  'send-mail': {
    repeated:
      'the mail is sent again; a mail that opens an account has no text any more, and the school must write it again',
    dismissed: 'the mail is not sent, and its text is removed',
  },
  'check-import': toldSchool,
  'run-import': toldSchool,
  'undo-import': toldSchool,
  'remove-data': toldSchool,
  'send-message': toldSchool,
}

const refusals = {
  'not-found': 'it is no longer a failed job or mail',
  'unknown-kind': 'this version of the portal does not know its kind',
  'no-text': 'its text was not kept; its sender must write it again',
  'went-otherwise': 'it belongs to a message that went out on another channel or was reported to the office',
}

async function change(command: 'repeat' | 'dismiss', jobs: FailedJob[]): Promise<void> {
  const counts = { repeated: 0, 'asked-already': 0, dismissed: 0 }
  for (const job of jobs) {
    const outcome =
      command === 'repeat' ? await repeatFailed(systemScope(), job) : await dismissFailed(systemScope(), job)
    if (outcome.ok) counts[outcome.value ?? 'dismissed'] += 1
    else {
      console.error(oneLine(`${job.id} (${job.kind}): ${refusals[outcome.reason]}.`))
      process.exitCode = 1
    }
  }
  if (command === 'dismiss') console.log(`${counts.dismissed} dismissed.`)
  else console.log(`${counts.repeated} repeated.`)
  if (counts['asked-already'] > 0)
    console.log(`${counts['asked-already']} dismissed, because the same work is already waiting.`)
}

async function findJobs(ids: readonly string[]): Promise<FailedJob[]> {
  const jobs: FailedJob[] = []
  for (const id of new Set(ids)) jobs.push(await find(id))
  return jobs
}

/** Failed jobs of a kind, a school or both. */
async function group(command: 'repeat' | 'dismiss', filter: FailedFilter): Promise<FailedJob[]> {
  await checkSchool(filter)
  const jobs = await listFailed(systemScope(), filter)
  if (command === 'repeat') return jobs
  const moneyJobs = jobs.filter((job) => job.class === 'money')
  if (moneyJobs.length > 0) console.error(`Money jobs are dismissed by id only. Not dismissed: ${moneyJobs.length}.`)
  return jobs.filter((job) => job.class !== 'money')
}

async function find(id: string): Promise<FailedJob> {
  const job = await findFailed(systemScope(), id)
  if (!job) throw new Trouble(`There is no failed job or mail with the id ${oneLine(id)}.`)
  return job
}

async function checkSchool({ school }: FailedFilter): Promise<void> {
  if (school !== undefined && !(await findUsage(systemScope(), school)))
    throw new Trouble(`There is no school ${oneLine(school)}.`)
}

const isMail = ({ id }: FailedJob) => id.startsWith('mail-')

await runMain(async () => {
  const { values, positionals } = readWords()
  const [command = 'failed', ...words] = positionals
  const { all = false, ...which } = values
  const isGroup = all || which.kind !== undefined || which.school !== undefined
  if (command === 'failed' && words.length < 2 && !all)
    await list({ ...which, ...(words[0] ? { school: words[0] } : {}) })
  else if (command === 'show' && words.length === 1 && !isGroup) await show(words[0] ?? '')
  else if ((command === 'repeat' || command === 'dismiss') && words.length > 0 !== isGroup)
    await change(command, isGroup ? await group(command, which) : await findJobs(words))
  else throw new Trouble(usage)
})
await closeDatabase()
