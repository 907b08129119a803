import { type JobClass, type JobLane, type JobLine, jobClasses, jobLanes } from '~/models/core/outbox/job-kinds'

/** A line is the queue of waiting jobs of one class and lane, with slots that no other line can use. */
export interface Line extends JobLine {
  /** Maximum number of the line's jobs that one worker runs at a time. */
  slots: number
  /**
   * The last free slot waits for a school without a running job in this line, so that a school whose jobs take long (a
   * slow mail server) cannot delay another's.
   */
  keepsSlotForOthers: boolean
}

/**
 * Mail and provider jobs mostly wait for the network, so their slots cost little. Imports and papers use the processor.
 */
const slots: Record<JobClass, Record<JobLane, number>> = {
  money: { work: 2, mail: 2, message: 1, import: 1, provider: 2, 'unapproved-mail': 1 },
  waited: { work: 2, mail: 4, message: 1, import: 2, provider: 1, 'unapproved-mail': 2 },
  bulk: { work: 2, mail: 3, message: 3, import: 1, provider: 1, 'unapproved-mail': 1 },
}

/**
 * Lanes that keep a slot for other schools. Not `unapproved-mail`: all registrations count as one school, which would
 * then get only one of the two slots.
 */
const waitingForNetwork: readonly JobLane[] = ['mail', 'message', 'provider']

/** Every pair of class and lane, the most urgent first, so that each job has a line. */
export const lines: readonly Line[] = jobClasses.flatMap((jobClass) =>
  jobLanes.map((lane) => ({
    class: jobClass,
    lane,
    slots: slots[jobClass][lane],
    keepsSlotForOthers: jobClass !== 'bulk' && waitingForNetwork.includes(lane),
  })),
)
