import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, type ListView, listViewOf } from '~/http/list.server'
import { mayStaff, type Permission } from '~/models/accounts/permissions'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { Page } from '~/models/shared/select-page.server'
import type { List } from './list'

type Source<Row, Sort extends string, Name extends string, More> = {
  list: List<Row, Sort, Name, More>
  /** Who sees it, and who may add to it. */
  may: Permission
  mayEdit: Permission
  read: (scope: SchoolScope, view: ListView<Sort, Name>) => Promise<Page<Row>>
}

function viewOf<Row, Sort extends string, Name extends string, More>(
  request: Request,
  { columns, filters }: List<Row, Sort, Name, More>,
): ListView<Sort, Name> {
  const sorts = columns.flatMap(({ sort }) => (sort ? [sort] : [])) as [Sort, ...Sort[]]
  const kinds = Object.entries<(typeof filters)[Name]>(filters).map(([name, { options }]) => [
    name,
    typeof options === 'function' ? 'id' : options.map(({ value }) => value),
  ])
  return listViewOf(request, { sorts, filters: Object.fromEntries(kinds) }) as ListView<Sort, Name>
}

/** The loader of a list's page. */
export function listLoader<Row, Sort extends string, Name extends string, More = null>(
  source: Source<Row, Sort, Name, More> & { more?: (scope: SchoolScope) => Promise<More> },
) {
  return async ({ context, request }: LoaderFunctionArgs) => {
    const { scope, role } = await requireStaff(context, request, source.may)
    const view = viewOf(request, source.list)
    const [list, more] = await Promise.all([source.read(scope, view), source.more?.(scope) ?? null])
    return { view, mayEdit: mayStaff(role, source.mayEdit), list, more }
  }
}

/** The loader of the same list as a file. */
export function fileLoader<Row, Sort extends string, Name extends string, More>({
  list,
  may,
  read,
}: Omit<Source<Row, Sort, Name, More>, 'mayEdit'>) {
  return async ({ context, request }: LoaderFunctionArgs) => {
    const { scope } = await requireStaff(context, request, may)
    const view = viewOf(request, list)
    return csvOfList(list.file.name, list.columns, (place) => read(scope, { ...view, ...place }))
  }
}
