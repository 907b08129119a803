import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { fileNameOf, pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageOf } from '~/models/core/shared/paging'
import { readBook } from '~/models/entry/register/book.server'
import { listEntryNumbers } from '~/models/entry/register/entries.server'
import { maxEntriesOfFile } from '~/models/entry/register/options'
import { bookQuery } from './__book.server'

/** Sends one part of the register's pages, for the entries selected in the URL. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'register:view')
  const { query, language } = bookQuery(request)
  const part = pageOf(new URL(request.url).searchParams, 'part')
  const all = await listEntryNumbers(scope, query)
  const printed = all.slice((part - 1) * maxEntriesOfFile, part * maxEntriesOfFile)
  const first = foundOr404(printed[0])
  const book = await readBook(scope, printed, language, { part, parts: Math.ceil(all.length / maxEntriesOfFile) })
  const name = fileNameOf('general-register', first.number, printed.at(-1)?.number ?? '')
  return pdfResponse(`${name}.pdf`, await makePaper('register-book', [book]))
}
