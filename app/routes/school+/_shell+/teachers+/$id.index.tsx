import { Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { linkList, showPage } from '~/kit/pages/show-page'
import { formatDay } from '~/models/core/shared/calendar'
import { classSection } from '~/models/people/academics/rules'
import { sectionsLedBy, teachers } from '~/models/people/academics/teachers.server'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Teacher')

export const loader = showLoader({ may: 'academics:view', find: teachers.find }, async (teacher, { scope, may }) => {
  const { id, publicId, name, employeeNumber, email, mobileNumber, status } = teacher
  const { qualification, designation, subjectsTaught, joinedOn } = teacher
  const maySignIns = may('staff:edit') && teacher.signIn !== 'none'
  return {
    teacher: {
      publicId,
      employeeNumber,
      email,
      mobileNumber,
      qualification,
      designation,
      subjectsTaught,
      joinedOn,
      status,
    },
    name,
    sections: await sectionsLedBy(scope, id),
    hasSignIn: teacher.signInStatus === 'active',
    signIn: maySignIns ? { id: teacher.signIn, text: teacher.signInName } : null,
    mayEdit: may('academics:edit'),
    seesTimetable: may('timetable:view'),
  }
})

export default showPage<typeof loader>(({ teacher, name, sections, hasSignIn, signIn, mayEdit, seesTimetable }) => {
  const isActive = teacher.status === 'active'
  const signInWords = hasSignIn ? 'Has a sign-in' : 'No sign-in'
  return {
    title: name,
    context: `Employee number ${teacher.employeeNumber}`,
    action: mayEdit && { label: 'Edit teacher', href: schoolPaths.editTeacher(teacher.publicId) },
    parts: [
      {
        title: 'This teacher',
        aside: isActive ? <Badge tone="good">Active</Badge> : <Badge tone="neutral">Inactive</Badge>,
        isSpaced: true,
        facts: {
          Designation: teacher.designation,
          'Subjects taught': teacher.subjectsTaught,
          Email: teacher.email,
          'Mobile number': teacher.mobileNumber,
          Qualification: teacher.qualification,
          'Joined on': teacher.joinedOn && formatDay(teacher.joinedOn, 'en'),
          'Sign-in': signIn ? <a href={schoolPaths.editStaff(signIn.id)}>{signIn.text}</a> : signInWords,
        },
        actions: [
          seesTimetable && { label: 'Timetable', href: schoolPaths.teacherTimetable(teacher.publicId) },
          mayEdit && { label: isActive ? 'Deactivate' : 'Restore', href: schoolPaths.teacherStatus(teacher.publicId) },
        ],
      },
      {
        title: 'Class teacher of',
        content: linkList(
          sections.map((one) => ({
            label: classSection(one.className, one.name),
            href: schoolPaths.section(one.publicId),
          })),
          'No section. The class teacher is chosen in the section’s form.',
        ),
      },
    ],
  }
})
