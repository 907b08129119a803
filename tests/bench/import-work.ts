import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportRecord } from '~/models/entry/imports/import-record.server'
import { commitImport, startImport } from '~/models/entry/imports/imports.server'
import type { ImportKind } from '~/models/entry/imports/options'
import { currentSession } from '../factories/academics'
import { allRight, recordOf } from '../factories/imports'
import type { MadeSchool } from '../factories/school'

/* Imports through a real worker, and figures of that worker. */

export async function begin(school: MadeSchool, text: string, kind: ImportKind = 'students'): Promise<string> {
  const started = await startImport(school.scope, {
    kind,
    file: { name: `${kind}.csv`, bytes: Buffer.from(text) },
    sessionPublicId: (await currentSession(school)).publicId,
    createsClasses: true,
    sectionCapacity: 500,
    formKey: randomUUID(),
  })
  if (!started.ok) throw new Error(started.reason)
  return started.value
}

/** Waits until the worker has brought the import into this state; returns the import and the wait in seconds. */
export async function until(school: MadeSchool, importId: string, state: ImportRecord['state']) {
  const from = performance.now()
  for (;;) {
    const record = await recordOf(school.scope, importId)
    const seconds = (performance.now() - from) / 1000
    if (record.state === state) return { record, seconds }
    if (record.state === 'failed' || record.state === 'columns' || record.undoStopped || seconds > 300)
      throw new Error(`The import is ${record.state}: ${record.stoppedBecause ?? record.undoStopped}`)
    await sleep(20)
  }
}

export async function commit(school: MadeSchool, importId: string) {
  const committed = await commitImport(school.scope, importId, { onlyValid: true, doubts: allRight })
  if (!committed.ok) throw new Error(committed.reason)
  return until(school, importId, 'done')
}

/** Figures of the worker with this pid and log. */
export function workerFigures(pid: string, log: string) {
  return {
    /** Durations of the jobs of a kind in seconds, the oldest first. */
    jobs: (kind: string) =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { kind?: string; msg: string; ms: number })
        .filter((line) => line.kind === kind && line.msg === 'job done')
        .map(({ ms }) => ms / 1000),
    memoryMb: (name: 'VmRSS' | 'VmHWM') =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    /** Resets the peak memory. */
    resetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    cpuSeconds: () => {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      const words = fields.split(' ')
      return (Number(words[11]) + Number(words[12])) / 100
    },
  }
}
