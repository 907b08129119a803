import type { SchemeCard, SchemeCardsView } from '~/models/report-cards/card-view'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { schoolOnCard } from './report-cards.server'

/** What a file of these cards shows; one without a day of issue is not published. */
export async function schemeCardsView(
  scope: SchoolScope | StudentScope,
  cards: readonly { card: SchemeCard; issuedOn: string | null }[],
): Promise<SchemeCardsView> {
  const today = todayInIndia(new Date())
  return {
    ...(await schoolOnCard(scope)),
    cards: cards.map(({ card, issuedOn }) => ({ card, issuedOn: issuedOn ?? today, published: issuedOn !== null })),
  }
}
