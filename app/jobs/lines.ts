import { type JobClass, type JobLane, jobClasses, jobLanes } from '~/models/outbox/job-kinds'

/** The jobs of one class and lane; they have slots of their own, so that no other line can take them. */
export interface Line {
  class: JobClass
  lane: JobLane
  /** How many of its jobs one worker runs at a time. */
  slots: number
}

/** Mail servers and providers are mostly waited for, so that their lanes cost little. Imports and papers take the processor. */
const slots: Record<JobClass, Record<JobLane, number>> = {
  money: { work: 2, mail: 2, message: 1, import: 1, provider: 2 },
  waited: { work: 2, mail: 4, message: 1, import: 2, provider: 1 },
  bulk: { work: 2, mail: 3, message: 3, import: 1, provider: 1 },
}

/** Every class with every lane: a job of any pair has its line. The most urgent come first. */
export const lines: readonly Line[] = jobClasses.flatMap((jobClass) =>
  jobLanes.map((lane) => ({ class: jobClass, lane, slots: slots[jobClass][lane] })),
)
