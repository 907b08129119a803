import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { EmptyState, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { classSection } from '~/models/academics/rules'
import { readRegister } from '~/models/attendance/register.server'
import { monthsSoFar } from '~/models/attendance/rules'
import { addDays, formatMonth, todayInIndia } from '~/models/shared/calendar'
import { chooseSection, monthOf, monthSession } from './__attendance.server'
import { AttendanceTabs } from './__attendance-tabs'
import { percentWords } from './__attendance-words'
import { RegisterTable } from './__register-table'

export const handle = pageTitle(() => 'Attendance register')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const query = new URL(request.url).searchParams
  const today = todayInIndia(new Date())
  const month = monthOf(query, today)
  const [{ choices, section }, session] = await Promise.all([
    chooseSection(staff, query),
    monthSession(staff, query, month),
  ])
  const months = session ? monthsSoFar(session, today) : []
  const chosen = {
    month,
    section: section?.publicId ?? '',
    months: (months.includes(month) ? months : [...months, month]).map((one) => ({
      value: one,
      label: formatMonth(one, 'en'),
    })),
    sections: choices.map((one) => ({ value: one.publicId, label: classSection(one.className, one.name) })),
  }
  if (!section || !session) return { chosen, register: null }
  const register = await readRegister(staff.scope, { sectionId: section.id, sessionId: session.id, month })
  return { chosen, register: { title: classSection(section.className, section.name), ...register } }
}

export default function RegisterPage() {
  const { chosen, register } = useLoaderData<typeof loader>()
  const at = (month: string) => listHref(schoolPaths.attendanceRegister, { section: chosen.section, month })
  const before = addDays(`${chosen.month}-01`, -1).slice(0, 7)
  const after = addDays(`${chosen.month}-01`, 31).slice(0, 7)
  return (
    <div className="landscape">
      <PageHead
        title="Attendance register"
        context={
          register
            ? `${register.title}, ${formatMonth(chosen.month, 'en')}: ${percentWords(register.percent)} attendance`
            : undefined
        }
      />
      <AttendanceTabs current="Register" />
      <form className="filters" method="get" action={schoolPaths.attendanceRegister} key={at(chosen.month)}>
        <SelectField name="section" label="Section" defaultValue={chosen.section} options={chosen.sections} />
        <SelectField
          name="month"
          label="Month"
          placeholder={null}
          defaultValue={chosen.month}
          options={chosen.months}
        />
        <button type="submit" className="btn">
          Show
        </button>
      </form>
      {register === null ? (
        <EmptyState
          icon="attendance"
          title="Choose a section"
          text="Its register for the month is shown here, to read, print or download."
        />
      ) : register.students.length === 0 ? (
        <EmptyState
          icon="attendance"
          title="No students in this month"
          text="No student was in the section in this month."
        />
      ) : (
        <>
          <p className="actions">
            <a className="btn btn-secondary" href={at(before)}>{`← ${formatMonth(before, 'en')}`}</a>
            <a className="btn btn-secondary" href={at(after)}>{`${formatMonth(after, 'en')} →`}</a>
            <a href={listHref(schoolPaths.registerFile, { section: chosen.section, month: chosen.month })} download>
              Download CSV
            </a>
          </p>
          <RegisterTable title={register.title} register={register} />
        </>
      )}
    </div>
  )
}
