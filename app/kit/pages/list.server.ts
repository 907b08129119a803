import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, foundOr404, type ListView, listViewOf, requireStaff } from '~/http/route.server'
import type { Page } from '~/kit/tables/select-page.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { type List, valueIn } from './list'

type Read<Row, Sort extends string, Name extends string> = (
  scope: SchoolScope,
  view: ListView<Sort, Name>,
  staff: StaffSession,
) => Promise<Page<Row>>

/** Reads search, filters, order and page of a list from the URL. */
export function listQueryOf<Row, Sort extends string, Name extends string, More>(
  request: Request,
  { columns, filters }: List<Row, Sort, Name, More>,
): ListView<Sort, Name> {
  const sorts = columns.flatMap(({ sort }) => (sort ? [sort] : [])) as [Sort, ...Sort[]]
  const kinds = Object.entries<(typeof filters)[Name]>(filters).map(([name, { options, kind = 'id' }]) => [
    name,
    typeof options === 'function' ? kind : typeof options === 'string' ? options : options.map(({ value }) => value),
  ])
  return listViewOf(request, { sorts, filters: Object.fromEntries(kinds) }) as ListView<Sort, Name>
}

/**
 * Loader of a list's page; its property `csvLoader` loads the same list as a CSV file. `more` reads other data of the
 * page, such as the choices of its filters or a sum over the filtered rows.
 */
export function listLoader<Row, Sort extends string, Name extends string, More = null>(
  list: List<Row, Sort, Name, More>,
  read: Read<Row, Sort, Name>,
  more?: (scope: SchoolScope, view: ListView<NoInfer<Sort>, NoInfer<Name>>, staff: StaffSession) => Promise<More>,
) {
  const loader = async ({ context, request }: LoaderFunctionArgs) => {
    const staff = await requireStaff(context, request, list.may)
    const { scope, role, listLayouts } = staff
    const view = listQueryOf(request, list)
    const [page, extra] = await Promise.all([
      read(scope, { ...view, sums: Object.keys(list.totals ?? {}) }, staff),
      more?.(scope, view, staff) ?? null,
    ])
    const mayAdd = list.add !== undefined && mayStaff(role, list.add.may)
    const away = listLayouts[list.path] ?? []
    const isChoosing = new URL(request.url).searchParams.get('columns') === 'choose'
    return { view, mayAdd, list: page, more: extra as More, away, isChoosing }
  }
  return Object.assign(loader, { csvLoader: fileLoader(list, read) })
}

/** Loader of a list as a CSV file. */
export function fileLoader<Row, Sort extends string, Name extends string, More>(
  list: List<Row, Sort, Name, More>,
  read: Read<Row, Sort, Name>,
) {
  return async ({ context, request }: LoaderFunctionArgs) => {
    const staff = await requireStaff(context, request, list.may)
    const view = listQueryOf(request, list)
    const inFile = list.columns.filter(({ only }) => only !== 'page')
    const columns = inFile.map((column) => ({ label: column.label, value: valueIn(column) }))
    const { name } = foundOr404(list.file ?? null)
    return csvOfList(typeof name === 'string' ? name : name(view.filters), columns, (paging) =>
      read(staff.scope, { ...view, ...paging }, staff),
    )
  }
}
