import { todayInIndia } from '~/models/shared/calendar'
import { isAdult } from '~/models/shared/coming-of-age'
import type { ConsentState, Decision } from './options'

/** One decision as it is counted. */
export interface Counted {
  decision: Decision
  at: Date
  /** Null: the student. */
  guardianId: number | null
  /** Whether that guardian may see the child now, and is not shut out. */
  guardianCounts: boolean
  /** The version of the notice that was read. */
  noticeNumber: number
  byName: string
}

export interface CountedConsent {
  state: ConsentState
  /** What decided it; null while nobody has. */
  by: Counted | null
  /** Guardians of whom one says yes and another no: the no counts. */
  isDisputed: boolean
  /** Somebody decided before, and is asked once more: another purpose, or the student is 18 now. */
  isAskedAnew: boolean
}

/**
 * What counts of all that was decided about one purpose of one student, oldest first by `at`. Each who may decide is counted by the newest
 * decision; one no outweighs any yes. Until the student's 18th birthday the guardians decide and never the student; from that day on the
 * student alone, by what was decided since.
 * @param askedAnewSince the newest version of the notice by which the purpose changed; a yes to an earlier one does not count
 * @param today in India
 */
export function countConsent(
  decided: readonly Counted[],
  { birthDate, today, askedAnewSince }: { birthDate: string; today: string; askedAnewSince: number },
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
  const given = votes.filter(({ decision }) => decision === 'given')
  const inFavour = last(given.filter(({ noticeNumber }) => noticeNumber >= askedAnewSince))
  const by = against ?? inFavour ?? null
  const state = by ? (by.decision as ConsentState) : 'open'
  const isDisputed = against !== undefined && given.length > 0
  return { state, by, isDisputed, isAskedAnew: state === 'open' && decided.some(({ decision }) => decision !== 'read') }
}

const last = (votes: readonly Counted[]) =>
  votes.reduce<Counted | undefined>((newest, each) => (newest && newest.at >= each.at ? newest : each), undefined)
