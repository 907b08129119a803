export const runStates = ['asked', 'running', 'done', 'withdrawn'] as const
export type RunState = (typeof runStates)[number]

export const runStateWords: Record<RunState, string> = {
  asked: 'Waiting for a second person',
  running: 'Running',
  done: 'Done',
  withdrawn: 'Withdrawn',
}

export const maxYears = 99
export const holdReasonLength = 200

/** Reasons for a hold, as the office reads them; `due.server.ts` has the conditions. */
export const holdWords = { note: 'Held by the office', dues: 'Open dues', grievance: 'Open grievance' } as const
export type Hold = keyof typeof holdWords

/** Days after a removal during which it can be restored; sealed data is destroyed on the day after the last one. */
export const restorableDays = 30
export const restoreReasonLength = 200

/** Reasons why the worker skipped a student when it restored a whole run. */
export const skipReasonLabels = {
  'in-the-way': 'Newer data exists',
  'later-run': 'A later run removed it again',
  'too-late': 'The 30 days are over',
  'cannot-open': 'The sealed data cannot be opened with the keys of this installation',
} as const
export type SkipReason = keyof typeof skipReasonLabels
