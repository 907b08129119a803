import type { LoaderFunctionArgs } from '@remix-run/node'
import { openThing } from '~/kit/pages/form.server'
import { fileLoader } from '~/kit/pages/list.server'
import { hostels } from '~/models/money/hostels/hostels.server'
import { listHostelDues } from '~/models/money/hostels/stay/hostel-dues.server'
import { listOf } from './hostels.$id.dues.index'

export async function loader(args: LoaderFunctionArgs) {
  const { thing } = await openThing(args, { may: 'hostel-applications:view', find: hostels.find })
  return fileLoader(listOf(thing.publicId), (scope, view) => listHostelDues(scope, thing, view))(args)
}
