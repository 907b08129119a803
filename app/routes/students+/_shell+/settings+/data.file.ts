import type { LoaderFunctionArgs } from '@remix-run/node'
import { ownDataHtml } from '~/documents/own-data-page'
import { filePolicy } from '~/http/content-security-policy.server'
import { fileNameOf } from '~/http/pdf-response.server'
import { requireStudentInPerson } from '~/http/route.server'
import { ownDataPage } from './__own-data.server'

/** Sends all stored data of the signed-in student as one file. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await requireStudentInPerson(context, request)
  const { enrollmentNumber, ...page } = await ownDataPage(student)
  return new Response(ownDataHtml(page), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileNameOf('my-data', enrollmentNumber)}.html"`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': `${filePolicy}; style-src 'unsafe-inline'`,
    },
  })
}
