export const runStates = ['asked', 'running', 'done', 'withdrawn'] as const
export type RunState = (typeof runStates)[number]

export const runStateWords: Record<RunState, string> = {
  asked: 'Waits for a second person',
  running: 'Running',
  done: 'Done',
  withdrawn: 'Withdrawn',
}

export const maxYears = 99
export const holdReasonLength = 200

/** Why nothing of a student is removed for now, as the office reads it; the conditions stand in `due.server.ts`. */
export const holdWords = { note: 'Held by the office', dues: 'Open dues', grievance: 'Open grievance' } as const
export type Hold = keyof typeof holdWords
