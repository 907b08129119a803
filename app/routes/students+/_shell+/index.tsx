import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DataSaverForm } from '~/components/shell/data-saver-form'
import { ButtonLink, Card, type IconName, PageHead, Tile, Tiles } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { findReader } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { findNextDue } from '~/models/money/ledger/books/own-dues.server'
import { dueSentence } from './__due-sentence'

export const handle = pageTitle(() => m.public_home_title(), { isKept: true })

/** Home is open to visitors; only a signed-in student, or a guardian on the child's pages, sees the next due. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await findReader(context, request)
  if (student?.stage !== 'full') return { firstName: null, nextDue: null, guardian: null }
  return { guardian: student.guardian, firstName: student.firstName, nextDue: await findNextDue(student.scope) }
}

export default function StudentHomePage() {
  const { firstName, nextDue, guardian } = useLoaderData<typeof loader>()
  const { dataSaver } = useRootData()
  const signedIn = firstName !== null
  return (
    <>
      <PageHead
        title={signedIn ? m.public_home_hello({ name: firstName }) : m.public_home_hello_visitor()}
        context={signedIn ? dueSentence(nextDue) : m.public_home_context_visitor()}
        action={
          signedIn && (guardian === null || guardian.maySee) ? (
            <ButtonLink href={paths.student.dashboard} variant="next" label={m.public_home_dashboard()} />
          ) : null
        }
      />
      <Tiles>
        {tilesFor(signedIn, guardian).map((tile) => (
          <Tile key={tile.href} {...tile} />
        ))}
      </Tiles>
      <Card title={m.public_guide_title()}>
        <ol>
          <li>{m.public_guide_1()}</li>
          <li>{m.public_guide_2()}</li>
          <li>{m.public_guide_3()}</li>
        </ol>
      </Card>
      <Card title={m.public_help_title()}>
        <p>{m.public_help_text()}</p>
        <p>
          <a href={paths.support}>{m.public_help_link()}</a>
        </p>
      </Card>
      <DataSaverForm on={dataSaver} path={paths.student.home} />
    </>
  )
}

/** Filters the tiles for a guardian: never the profile, and only the fees for a guardian who may only pay. */
function tilesFor(signedIn: boolean, guardian: { maySee: boolean } | null) {
  const all = tiles(signedIn)
  if (!guardian) return all
  return all.filter(({ href }) => href === paths.student.fees || (guardian.maySee && href !== paths.student.profile()))
}

function tiles(signedIn: boolean): Array<{ href: string; title: string; text: string; icon: IconName }> {
  if (!signedIn) {
    return [
      { href: paths.student.login, title: m.public_tile_sign_in(), text: m.public_tile_sign_in_text(), icon: 'user' },
      { href: paths.student.shop, title: m.shop_title(), text: m.public_tile_store_text(), icon: 'store' },
    ]
  }
  return [
    {
      href: paths.student.attendance,
      title: m.public_tile_attendance(),
      text: m.public_tile_attendance_text(),
      icon: 'attendance',
    },
    { href: paths.student.exams, title: m.public_tile_exams(), text: m.public_tile_exams_text(), icon: 'exam' },
    { href: paths.student.fees, title: m.public_tile_fees(), text: m.public_tile_fees_text(), icon: 'fees' },
    {
      href: paths.student.timetable,
      title: m.public_tile_timetable(),
      text: m.public_tile_timetable_text(),
      icon: 'calendar',
    },
    { href: paths.student.notices, title: m.public_tile_notices(), text: m.public_tile_notices_text(), icon: 'bell' },
    { href: paths.student.profile(), title: m.public_tile_profile(), text: m.public_tile_profile_text(), icon: 'user' },
  ]
}
