import { expect, it } from 'vitest'
import type { InstallationStatus } from '~/http/installation.server'
import { statusPage } from './__status-page'

type Work = NonNullable<InstallationStatus['work']>

const work: Work = {
  jobs: { waiting: 3, oldestSeconds: 20, running: 1, later: 4, failed: 0 },
  kinds: [],
  workers: { alive: 2, troubles: [] },
  mails: { waiting: 0, oldestSeconds: null, failed: 3, lastDay: 400, failedLastDay: 3 },
  backup: { madeAt: new Date(), ageSeconds: 3600, sizeBytes: 4096 },
  held: [],
  logs: null,
} as unknown as Work

const disk = { freeBytes: 40e9, totalBytes: 100e9 }

/** Badges beside the headings of the page's cards. */
function verdicts(given: Partial<Work>, free: InstallationStatus['disk'] = disk): string[] {
  const page = statusPage({
    ready: { ready: true },
    version: '1.0.0',
    commit: null,
    uptimeSeconds: 60,
    disk: free,
    work: { ...work, ...given },
  } as unknown as InstallationStatus)
  return [...page.matchAll(/class="badge[^"]*"[^>]*>(?:<svg.*?<\/svg>)?([^<]+)/g)].map((found) => found[1] ?? '')
}

it('shows OK for a healthy installation, even with a few undeliverable mails', () => {
  expect(verdicts({})).toEqual(['OK', 'OK', 'OK', 'OK'])
})

it('warns when more than a tenth of the last day’s mails failed', () => {
  const mails = { waiting: 0, oldestSeconds: null, failed: 50, lastDay: 100, failedLastDay: 10 }
  expect(verdicts({ mails })[2]).toBe('OK')
  expect(verdicts({ mails: { ...mails, failedLastDay: 11 } })[2]).toBe(
    'More than a tenth of the last day’s mails failed',
  )
  expect(verdicts({ mails: { ...mails, lastDay: 9, failedLastDay: 9 } })[2]).toBe('OK')
})

it.each([
  [0, 8e9],
  [900e6, 8e9],
  [4e9, 100e9],
])('warns of a nearly full disk with %d of %d bytes free', (freeBytes, totalBytes) => {
  expect(verdicts({}, { freeBytes, totalBytes })[0]).toBe('The disk is nearly full')
})

it('warns when no worker runs, jobs have waited too long, or a job has failed', () => {
  expect(verdicts({ workers: { ...work.workers, alive: 0 } })[1]).toBe('No worker is running')
  const late = { class: 'waited', kind: 'check-import', waiting: 1, oldestSeconds: 121, running: 0 } as const
  expect(verdicts({ kinds: [late] })[1]).toBe('Behind with check-import')
  expect(verdicts({ kinds: [{ ...late, oldestSeconds: 119 }] })[1]).toBe('OK')
  expect(verdicts({ jobs: { ...work.jobs, failed: 1 } })[1]).toBe('1 job failed')
})

it('warns when no backup exists or the last one is too old', () => {
  expect(verdicts({ backup: null })[3]).toBe('No backup yet')
  expect(verdicts({ backup: { madeAt: new Date(), ageSeconds: 37 * 3600, sizeBytes: 1 } })[3]).toBe(
    'Older than a day and a half',
  )
})
