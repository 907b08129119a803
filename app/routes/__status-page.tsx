import { renderToStaticMarkup } from 'react-dom/server'
import { Badge, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import type { InstallationStatus } from '~/http/installation.server'
import stylesUrl from '~/styles/index.css?url'

/** Renders a complete document without scripts, which must work when most parts of the portal fail. */
export function statusPage(status: InstallationStatus): string {
  return `<!doctype html>${renderToStaticMarkup(<StatusPage status={status} />)}`
}

function StatusPage({ status }: { status: InstallationStatus }) {
  const { ready, version, commit, uptimeSeconds, disk, work } = status
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Status · Shala</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesUrl} />
      </head>
      <body>
        <div className="plain">
          <main className="plain-wide" id="main">
            <PageHead title="Status" context={`Shala ${version}${commit ? `, commit ${commit}` : ''}`} />
            <Card title="Service" aside={<Verdict problem={ready.ready ? diskProblem(disk) : unready[ready.reason]} />}>
              <DefinitionList
                items={[
                  {
                    label: 'Database',
                    value: !ready.ready && ready.reason === 'database' ? 'Not reachable' : 'Reachable',
                  },
                  {
                    label: 'Migrations',
                    value: ready.ready ? 'All have run' : ready.reason === 'migrations' ? 'Some are pending' : null,
                  },
                  { label: 'This process has run for', value: duration(uptimeSeconds) },
                  {
                    label: 'Free space on the disk of DATA_DIR',
                    value: disk && `${size(disk.freeBytes)} of ${size(disk.totalBytes)}`,
                  },
                ]}
              />
            </Card>
            {work ? <Work {...work} /> : null}
          </main>
        </div>
      </body>
    </html>
  )
}

const unready = { database: 'Database not reachable', migrations: 'Migrations are pending' }

function Work({ jobs, kinds, workers, mails, backup, held, logs }: NonNullable<InstallationStatus['work']>) {
  return (
    <>
      <Card
        title="Worker"
        aside={<Verdict problem={workerProblem(workers.alive, kinds) ?? describeGivenUp(jobs.failed, 'job')} />}
      >
        <DefinitionList
          items={[
            { label: 'Workers', value: workers.alive },
            { label: 'Due jobs', value: jobs.waiting },
            {
              label: 'The oldest has waited for',
              value: jobs.oldestSeconds === null ? null : duration(jobs.oldestSeconds),
            },
            { label: 'Running', value: jobs.running },
            { label: 'Scheduled for later', value: jobs.later },
            { label: 'Failed', value: jobs.failed },
            ...workers.troubles.map(({ name, state }) => ({
              label: `Problem with ${name}`,
              value: troubleWords[state],
            })),
          ]}
        />
        <DataTable
          caption="Jobs by class and kind"
          rows={kinds}
          rowKey={(row) => `${row.class} ${row.kind}`}
          columns={[
            { label: 'Class', cell: (row) => classWords[row.class] },
            { label: 'Kind', cell: (row) => row.kind },
            { label: 'Due now', align: 'end', cell: (row) => row.waiting },
            {
              label: 'The oldest has waited for',
              align: 'end',
              cell: (row) => (row.oldestSeconds === null ? '–' : duration(row.oldestSeconds)),
            },
            { label: 'Running', align: 'end', cell: (row) => row.running },
          ]}
        />
      </Card>
      {held.length > 0 ? <Held held={held} /> : null}
      <Card title="Mail" aside={<Verdict problem={mailProblem(mails)} />}>
        <DefinitionList
          items={[
            { label: 'Not sent yet', value: mails.waiting },
            {
              label: 'The oldest has waited for',
              value: mails.oldestSeconds === null ? null : duration(mails.oldestSeconds),
            },
            { label: 'Failed in the last day', value: `${mails.failedLastDay} of ${mails.lastDay}` },
            { label: 'Failed in the last 90 days', value: mails.failed },
          ]}
        />
      </Card>
      <Card title="Backup" aside={<Verdict problem={backupProblem(backup)} />}>
        <DefinitionList
          items={[
            { label: 'Last backup (UTC)', value: backup?.madeAt.toISOString().slice(0, 16).replace('T', ' ') },
            { label: 'Age', value: backup && duration(backup.ageSeconds) },
            { label: 'Size', value: backup && size(backup.sizeBytes) },
          ]}
        />
      </Card>
      {logs ? (
        <Card title="Copies of the binary log" aside={<Verdict problem={logsProblem(logs)} />}>
          <DefinitionList items={[{ label: 'Age of the newest copied entry', value: duration(logs.ageSeconds) }]} />
        </Card>
      ) : null}
    </>
  )
}

/** Shown while any message is held, since held messages are never sent by themselves. */
function Held({ held }: Pick<NonNullable<InstallationStatus['work']>, 'held'>) {
  return (
    <Card title="Held after a restore" aside={<Verdict problem="Waiting for your release" />}>
      <p>
        Outgoing work of these schools is held, because it may already have been sent. <code>shala held</code> lists,
        releases and dismisses it by school.
      </p>
      <DataTable
        caption="Held work by kind"
        rows={held}
        rowKey={(row) => row.what}
        columns={[
          { label: 'Kind', cell: (row) => heldWords[row.what] },
          { label: 'Schools', align: 'end', cell: (row) => row.holds },
          { label: 'Jobs', align: 'end', cell: (row) => row.jobs },
          {
            label: 'The oldest has waited for',
            align: 'end',
            cell: (row) => (row.oldestSeconds === null ? '–' : duration(row.oldestSeconds)),
          },
        ]}
      />
    </Card>
  )
}

const heldWords = { mail: 'Mails', message: 'Messages', refund: 'Refunds', notice: 'Bulk notices' }

function Verdict({ problem }: { problem: string | null }) {
  return problem ? <Badge tone="bad">{problem}</Badge> : <Badge tone="good">OK</Badge>
}

const classWords = { money: 'Money', waited: 'User waiting', bulk: 'Bulk' }
const troubleWords: Record<string, string> = {
  slow: 'It answers slowly',
  resting: 'It does not answer; the next try is in half a minute',
  trying: 'It did not answer; trying it again now',
}

/** Seconds after which jobs of a class are late; bulk may need an hour for the messages of a large school. */
const lateSeconds = { money: 120, waited: 120, bulk: 3600 }

function workerProblem(alive: number, kinds: NonNullable<InstallationStatus['work']>['kinds']): string | null {
  if (alive === 0) return 'No worker is running'
  const late = kinds.find((one) => (one.oldestSeconds ?? 0) > lateSeconds[one.class])
  return late ? `Behind with ${late.kind}` : null
}

/**
 * Reports mail trouble if at least ten mails, and more than a tenth, failed in a day: one mistyped address does not
 * matter, a mail server that refuses us does.
 */
function mailProblem({ lastDay, failedLastDay }: NonNullable<InstallationStatus['work']>['mails']): string | null {
  return failedLastDay >= 10 && failedLastDay * 10 > lastDay ? 'More than a tenth of the last day’s mails failed' : null
}

const fullBytes = 1_000_000_000
const fullShare = 0.05

function diskProblem(disk: InstallationStatus['disk']): string | null {
  if (!disk) return null
  return disk.freeBytes < fullBytes || disk.freeBytes < disk.totalBytes * fullShare ? 'The disk is nearly full' : null
}

const describeGivenUp = (failed: number, noun: string) =>
  failed > 0 ? `${failed} ${noun}${failed > 1 ? 's' : ''} failed` : null

function backupProblem(backup: { ageSeconds: number } | null): string | null {
  if (!backup) return 'No backup yet'
  return backup.ageSeconds > 36 * 3600 ? 'Older than a day and a half' : null
}

/** Seconds without a copy of the binary log that count as a problem; it is normally copied twice a minute. */
const lateLogsSeconds = 300

function logsProblem({ ageSeconds, hasBackup }: { ageSeconds: number; hasBackup: boolean }): string | null {
  if (ageSeconds > lateLogsSeconds) return 'Nothing copied for five minutes'
  return hasBackup ? null : 'The copies start after the last backup: make a new backup'
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`
}

function size(bytes: number): string {
  const step = bytes > 0 ? Math.min(4, Math.floor(Math.log10(bytes) / 3)) : 0
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${['bytes', 'kB', 'MB', 'GB', 'TB'][step]}`
}
