import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SchemeCardPage } from '~/components/report-cards/scheme-card'
import { Alert, ButtonLink, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { nameOnCard } from '~/models/learning/report-cards/card-words'
import { findOwnCard } from '~/models/learning/report-cards/own-cards.server'

export const handle = pageTitle(() => m.cards_title_one())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const { publicId, revision, withheld, title, card } = foundOr404(
    isPublicId(params.id) ? await findOwnCard(scope, params.id) : null,
  )
  if (!card) return { publicId, withheld, title, card: null }
  const { terms, subjects, areas, isWhole, year, bands, areaGrades, schemeName } = card
  const cardView = { terms, subjects, areas, isWhole, year, bands, areaGrades, schemeName, revision }
  return { publicId, withheld, title, card: cardView }
}

export default function SchemeCardRoute() {
  const { publicId, withheld, title, card } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`${m.cards_title_one()}: ${nameOnCard(title.termName)}`}
        context={
          <>
            {`${title.className} · ${title.sessionName} · `}
            <a href={paths.student.reportCards}>{m.cards_all()}</a>
          </>
        }
        action={
          card ? (
            <ButtonLink href={paths.student.schemeCardFile(publicId)} icon="download" data-file>
              {m.cards_download()}
            </ButtonLink>
          ) : undefined
        }
      />
      {card ? (
        <SchemeCardPage card={card} />
      ) : (
        <Alert tone="warn" title={m.cards_withheld_title()}>
          <p>{m.cards_withheld_text({ reason: withheld ?? '' })}</p>
          <p>{m.cards_withheld_ask()}</p>
        </Alert>
      )}
    </>
  )
}
