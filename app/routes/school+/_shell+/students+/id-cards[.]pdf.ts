import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { reEncodePicture } from '~/models/core/files/re-encode-picture.server'
import { findProfile } from '~/models/core/schools/profile.server'
import { fullName } from '~/models/people/students/rules'
import { fileStore } from '~/services/storage/file-store.server'
import { studentsToPrint } from './__students-to-print.server'

/** Longer side of a photo in pixels: 300 per inch at its printed size. */
const photoSide = 360

/** Sends identity cards of a class, a section, a filtered list, or one student. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const { scope } = staff
  const students = await studentsToPrint(request, staff, { page: schoolPaths.idCards, withoutPassword: false })
  const school = foundOr404(await findProfile(scope))
  const photoKeys = students.flatMap(({ photoKey }) => photoKey ?? [])
  const [photos, logos] = await Promise.all([
    printPictures(photoKeys, { maxSide: photoSide, transparent: false }),
    printPictures(school.logoKey ? [school.logoKey] : [], { maxSide: photoSide, transparent: true }),
  ])
  const view = {
    school: { ...school, logo: logos.get(school.logoKey ?? '') ?? null },
    printedAt: new Date(),
    cards: students.map((student) => ({
      ...student,
      name: fullName(student),
      photo: photos.get(student.photoKey ?? '') ?? null,
    })),
  }
  return pdfResponse('id-cards.pdf', await makePaper('id-cards', [view]))
}

const atOnce = 4

/**
 * Returns stored pictures by key, small enough for a document with many of them. Skips unreadable ones, since a missing
 * photo must not block the cards of a class.
 */
async function printPictures(keys: readonly string[], input: { maxSide: number; transparent: boolean }) {
  const pictures = new Map<string, Uint8Array>()
  const waiting = [...new Set(keys)]
  const work = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const picture = await readPicture(key, input)
      if (picture) pictures.set(key, picture)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return pictures
}

async function readPicture(key: string, input: { maxSide: number; transparent: boolean }) {
  const stored = await fileStore().get(key)
  if (!stored) return null
  const chunks: Buffer[] = []
  for await (const chunk of stored.stream) chunks.push(Buffer.from(chunk as Uint8Array))
  return reEncodePicture(Buffer.concat(chunks), input)
}
