import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms'
import { EmptyState, FilterBar, PageHead, Pager, SubmitButton } from '~/components/ui'
import { cartHeader } from '~/http/cart.server'
import { pageTitle, paths } from '~/http/paths'
import { anyone, readForm, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { cleanText } from '~/models/core/shared/clean-text'
import { pageOf } from '~/models/core/shared/paging'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findStore, listStores } from '~/models/money/shop/store-queries.server'
import { visitStore } from '~/routes/students+/_shell+/__store.server'

export const handle = pageTitle(() => m.shop_school_title())

const maxSearch = 80

/** Choice of the store for a visitor, if several schools have one. Redirects a student to the store of their school. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { student } = await visitStore(context, request)
  if (student) throw seeOther(paths.student.shop)
  const query = new URL(request.url).searchParams
  const search = cleanText(query.get('search') ?? '').slice(0, maxSearch)
  const { rows, ...list } = await listStores(anyone(), { search, page: pageOf(query) })
  return { search, ...list, schools: rows.map(({ publicId, name, address }) => ({ publicId, name, address })) }
}

/** Stores the visitor's choice. Choosing another store empties the cart, since stores sell different items. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = await readForm(request)
  const { student, school, lines } = await visitStore(context, request)
  if (student) return seeOther(paths.student.shop)
  const schoolId = String(form.get('school') ?? '')
  const store = isPublicId(schoolId) ? await findStore(anyone(), schoolId) : null
  if (!store) throw new Response(null, { status: 422 })
  const remainingLines = school?.publicId === store.publicId ? lines : []
  return seeOther(paths.student.shop, await cartHeader({ school: store.publicId, lines: remainingLines }))
}

export default function StoreSchoolPage() {
  const { search, schools, total, page, pages } = useLoaderData<typeof loader>()
  const hrefFor = (to: number) =>
    `${paths.student.shopSchool}?${new URLSearchParams({ ...(search ? { search } : {}), page: String(to) })}`
  return (
    <>
      <PageHead title={m.shop_school_title()} />
      <p>{m.shop_school_text()}</p>
      <FilterBar action={paths.student.shopSchool} resetHref={search ? paths.student.shopSchool : undefined}>
        <TextField
          name="search"
          label={m.shop_school_search()}
          type="search"
          maxLength={maxSearch}
          defaultValue={search}
        />
      </FilterBar>
      {total === 0 ? (
        <EmptyState icon="search" title={m.shop_school_none()} text={m.shop_school_none_text()} />
      ) : (
        <Form method="post" action={paths.student.shopSchool} className="card">
          {schools.map((school) => (
            <div className="field" key={school.publicId}>
              <SubmitButton variant="secondary" name="school" value={school.publicId} busyText={m.shop_busy()}>
                {school.name}
              </SubmitButton>
              <p className="soft small">{school.address}</p>
            </div>
          ))}
        </Form>
      )}
      <Pager page={page} pages={pages} hrefFor={hrefFor} variant="simple" />
    </>
  )
}
