import { todayInIndia } from '~/models/core/shared/calendar'
import { isAdult } from '~/models/core/shared/coming-of-age'
import type { ConsentState, Decision } from './options'

/** Decision as input of `countConsent`. */
export interface Counted {
  decision: Decision
  at: Date
  /** Null if the student decided. */
  guardianId: number | null
  /** True if the guardian may see the child now, and the adult student has not blocked the guardian. */
  guardianCounts: boolean
  /** Version of the notice that was read. */
  noticeNumber: number
  byName: string
}

export interface CountedConsent {
  state: ConsentState
  /** Decision that counts; null if open. */
  by: Counted | null
  /** Guardians disagree: the refusal counts. */
  isDisputed: boolean
  /** True if an earlier decision no longer counts, because the purpose has changed or the student is now 18. */
  isAskedAgain: boolean
}

/**
 * Counts the decisions about one purpose of one student, sorted by `at`, oldest first. Only the newest decision of each
 * entitled person counts; one refusal outweighs any consent. Until the student's 18th birthday, only guardians decide.
 * From that day on, only decisions that the student made since then count.
 * @param askedAgainSince newest version that changed the purpose; consent to an earlier one does not count
 * @param today day in India
 */
export function countConsent(
  decided: readonly Counted[],
  { birthDate, today, askedAgainSince }: { birthDate: string; today: string; askedAgainSince: number },
): CountedConsent {
  const adult = isAdult(birthDate, today)
  const newest = new Map<number | null, Counted>()
  for (const each of decided) {
    if (each.decision === 'read') continue
    const counts = adult
      ? each.guardianId === null && isAdult(birthDate, todayInIndia(each.at))
      : each.guardianId !== null && each.guardianCounts
    if (counts) newest.set(each.guardianId, each)
  }
  const votes = [...newest.values()]
  const against = last(votes.filter(({ decision }) => decision !== 'given'))
  const givenVotes = votes.filter(({ decision }) => decision === 'given')
  const inFavour = last(givenVotes.filter(({ noticeNumber }) => noticeNumber >= askedAgainSince))
  const decidingVote = against ?? inFavour ?? null
  const state = decidingVote ? (decidingVote.decision as ConsentState) : 'open'
  const isDisputed = against !== undefined && givenVotes.length > 0
  return {
    state,
    by: decidingVote,
    isDisputed,
    isAskedAgain: state === 'open' && decided.some(({ decision }) => decision !== 'read'),
  }
}

const last = (votes: readonly Counted[]) =>
  votes.reduce<Counted | undefined>((newest, each) => (newest && newest.at >= each.at ? newest : each), undefined)
