import type { SchemeCard, SchemeCardsView } from '~/models/report-cards/card-view'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { schoolOnCard } from './report-cards.server'

type Card = {
  card: SchemeCard
  /** Null where it is not published. */
  issuedOn: string | null
  revision: number
  /** Why it is withheld; null where it is not. */
  withheld?: string | null
  isWithdrawn?: boolean
}

/** What a file of these cards shows; one that its family does not have so says it. */
export async function schemeCardsView(
  scope: SchoolScope | StudentScope,
  cards: readonly Card[],
): Promise<SchemeCardsView> {
  const today = todayInIndia(new Date())
  const markOf = ({ issuedOn, withheld = null, isWithdrawn }: Card) => {
    if (isWithdrawn) return 'withdrawn'
    if (withheld !== null) return 'withheld'
    return issuedOn === null ? 'provisional' : null
  }
  return {
    ...(await schoolOnCard(scope)),
    cards: cards.map((one) => ({
      ...{ card: one.card, issuedOn: one.issuedOn ?? today, revision: one.revision, mark: markOf(one) },
    })),
  }
}
