import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { HiddenKey, TextField } from '~/components/forms'
import { EmptyState, FilterBar, Icon, LinkParagraph, Pager, useLiveSearch } from '~/components/ui'
import { piecesIn } from '~/http/cart.server'
import { pageTitle, paths } from '~/http/paths'
import { anyone } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { cleanText } from '~/models/core/shared/clean-text'
import { pageOf } from '~/models/core/shared/paging'
import { listStoreProducts, takesCash } from '~/models/money/shop/store-queries.server'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'
import { requireStore } from '~/routes/students+/_shell+/__store.server'
import { ProductOffer } from './__product-offer'
import { productView } from './__product-view'
import { pressInStore } from './__store-action.server'
import { StoreHead, StoreTroubleBox } from './__store-head'

export const handle = pageTitle(() => m.shop_title())

const maxSearch = 120

function queryOf(request: Request) {
  const query = new URL(request.url).searchParams
  return { search: cleanText(query.get('search') ?? '').slice(0, maxSearch), page: pageOf(query) }
}

function addressOf({ search, page }: { search: string; page: number }): string {
  const query = new URLSearchParams({ ...(search ? { search } : {}), ...(page > 1 ? { page: String(page) } : {}) })
  return query.size === 0 ? paths.student.shop : `${paths.student.shop}?${query}`
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request)
  const visit = await requireStore(context, request)
  if (!visit)
    return { school: null, signedIn: false, pieces: 0, codAllowed: false, search: '', list: null, formKey: '' }
  const { school, student, lines } = visit
  const codAllowed = await takesCash(anyone(), school.id)
  const { rows, page, pages } = await listStoreProducts(anyone(), school.id, query)
  return {
    school: school.name,
    signedIn: student !== null,
    pieces: piecesIn(lines),
    codAllowed,
    search: query.search,
    list: { page, pages, products: rows.map(productView) },
    formKey: randomUUID(),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const pressed = await pressInStore(context, request, addressOf(queryOf(request)))
  return 'answer' in pressed ? pressed.answer : data(pressed.trouble, { status: 422 })
}

/** Reloads the store's current state even after a refusal (422). */
export const shouldRevalidate = () => true

export default function ShopPage() {
  const { school, signedIn, pieces, codAllowed, search, list, formKey } = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>()
  const { dataSaver } = useRootData()
  const formRef = useLiveSearch()
  const empty = search ? (
    <EmptyState
      icon="search"
      title={m.shop_none_found({ search })}
      text={m.shop_none_found_text()}
      action={
        <a className="btn btn-secondary" href={paths.student.shop}>
          {m.shop_all()}
        </a>
      }
    />
  ) : (
    <EmptyState icon="store" title={m.shop_none_title()} text={m.shop_none_text()} />
  )
  return (
    <>
      <StoreHead
        title={m.shop_title()}
        context={school === null ? undefined : m.shop_context({ school })}
        pieces={pieces}
        signedIn={signedIn}
      />
      <StoreTroubleBox trouble={trouble} />
      {list && (list.products.length > 0 || search) ? (
        <FilterBar action={paths.student.shop} resetHref={search ? paths.student.shop : undefined} formRef={formRef}>
          <TextField name="search" label={m.shop_search()} type="search" maxLength={maxSearch} defaultValue={search} />
        </FilterBar>
      ) : null}
      {list && list.products.length > 0 ? (
        // The form contains all products: the button names the action and the product.
        <Form method="post" action={addressOf({ search, page: list.page })} noValidate>
          <HiddenKey value={formKey} />
          <ul className="cols goods">
            {list.products.map((product) => (
              <li className="card" key={product.id}>
                {product.picture === null ? (
                  <Icon name="store" size={48} />
                ) : dataSaver ? (
                  <a href={product.picture} data-reload="">
                    {m.shop_picture_show({ name: product.name })}
                  </a>
                ) : (
                  <img src={product.picture} alt="" width="160" height="160" loading="lazy" />
                )}
                <h2>
                  <a href={paths.student.product(product.id)}>{product.name}</a>
                </h2>
                <ProductOffer
                  product={product}
                  codAllowed={codAllowed}
                  chosen={trouble?.chosen[product.id]}
                  sizeWanted={trouble?.sizeWanted === product.id}
                />
              </li>
            ))}
          </ul>
        </Form>
      ) : (
        empty
      )}
      {list ? (
        <Pager page={list.page} pages={list.pages} hrefFor={(page) => addressOf({ search, page })} variant="simple" />
      ) : null}
      {signedIn || school === null ? null : (
        <LinkParagraph href={paths.student.shopSchool} label={m.shop_school_other()} />
      )}
    </>
  )
}

export const ErrorBoundary = loadTrouble(paths.student.shop, m.shop_title, m.shop_failed, m.shop_try_again)
