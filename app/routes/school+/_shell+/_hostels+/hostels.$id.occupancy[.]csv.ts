import type { LoaderFunctionArgs } from '@remix-run/node'
import { openThing } from '~/kit/pages/form.server'
import { fileLoader } from '~/kit/pages/list.server'
import { hostels } from '~/models/money/hostels/hostels.server'
import { listBeds } from '~/models/money/hostels/stay/occupancy.server'
import { listOf } from './hostels.$id.occupancy.index'

export async function loader(args: LoaderFunctionArgs) {
  const { thing } = await openThing(args, { may: 'hostels:view', find: hostels.find })
  return fileLoader(listOf(thing.publicId), (scope, view) => listBeds(scope, thing, view))(args)
}
