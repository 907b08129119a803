import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { SchemeCard, SchemeCardsView } from '~/models/learning/report-cards/card-view'
import { schoolOnCard } from './report-cards.server'

type Card = {
  card: SchemeCard
  /** Null for a card that is not published. */
  issuedOn: string | null
  revision: number
  /** Reason for withholding; null when it is not withheld. */
  withheld?: string | null
  isWithdrawn?: boolean
}

/** View for a file of cards. A card that families cannot see is marked as provisional, withheld or withdrawn. */
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
      card: one.card,
      issuedOn: one.issuedOn ?? today,
      revision: one.revision,
      mark: markOf(one),
    })),
  }
}
