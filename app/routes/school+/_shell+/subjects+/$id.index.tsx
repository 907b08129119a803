import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { linkList, showPage } from '~/kit/pages/show-page'
import { classesOfSubject, findSubject } from '~/models/people/academics/queries.server'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Subject')

export const loader = showLoader(
  { may: 'academics:view', find: findSubject },
  async ({ id, publicId, name, code }, { scope, may }) => ({
    publicId,
    name,
    code,
    classes: await classesOfSubject(scope, id),
    mayEdit: may('academics:edit'),
  }),
)

export default showPage<typeof loader>(({ publicId, name, code, classes, mayEdit }) => ({
  title: name,
  context: code && `Code ${code}`,
  action: mayEdit && { label: 'Edit subject', href: schoolPaths.editSubject(publicId) },
  parts: [
    {
      title: 'Classes that study it',
      content: linkList(
        classes.map((one) => ({ label: one.name, href: schoolPaths.class(one.publicId) })),
        mayEdit ? 'No class yet: edit the subject and tick its classes.' : 'No class studies it yet.',
      ),
    },
  ],
}))
