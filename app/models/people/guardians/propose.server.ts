import { createHash } from 'node:crypto'
import { flag, number, selectRows, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { GuardianRelation } from './options'
import { type Proposal, proposeGuardians, type RecordedChild } from './propose-rules'

const recorded = {
  id: number('s.id'),
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  mobileNumber: text('s.mobile_number'),
  fatherName: text("COALESCE(g.father_name, '')"),
  fatherMobile: textOrNull('g.father_mobile'),
  motherName: text("COALESCE(g.mother_name, '')"),
  motherMobile: textOrNull('g.mother_mobile'),
  guardianName: text("COALESCE(g.guardian_name, '')"),
  guardianMobile: textOrNull('g.guardian_mobile'),
  guardianRelation: textOrNull('g.guardian_relation'),
  entered: textOrNull(
    '(SELECT GROUP_CONCAT(DISTINCT k.relation) FROM guardian_links k WHERE k.school_id = s.school_id AND k.student_id = s.id)',
  ),
  classId: textOrNull('c.public_id'),
  className: textOrNull('c.name'),
  sectionName: textOrNull('t.name'),
}

type ProposedChild = RecordedChild & { classId: string | null; className: string | null; sectionName: string | null }
export type KeyedProposal = Omit<Proposal, 'children'> & { key: string; children: readonly ProposedChild[] }

/** Returns a ten-digit mobile number of India, or null for other text in old records. */
const mobileOrNull = (input: string | null) => (input !== null && /^[6-9]\d{9}$/.test(input) ? input : null)

const knownGuardian = {
  publicId: text('g.public_id'),
  name: text('g.name'),
  mobileNumber: text('g.mobile_number'),
  isWrong: flag("g.mobile_state = 'wrong'"),
  isRestricted: flag(`EXISTS (SELECT 1 FROM guardian_links k WHERE k.school_id = g.school_id AND k.guardian_id = g.id
    AND (k.may_see = 0 OR k.may_pay = 0 OR k.is_told = 0 OR k.shut_out_at IS NOT NULL))`),
}

/**
 * Proposals from the records of the school's active students, the largest families first, with a key over all fields: a
 * changed proposal has another key. Reads the whole school, since siblings are in different classes. `crowded` children
 * are left out: too many children have their number.
 */
export async function listProposals({ schoolId }: SchoolScope) {
  const [rows, known] = await Promise.all([
    readChildren(schoolId),
    selectRows(
      knownGuardian,
      'FROM family_guardians g WHERE g.school_id = :schoolId AND g.mobile_number IS NOT NULL ORDER BY g.id',
      { schoolId },
    ),
  ])
  const { proposals, crowded } = proposeGuardians(rows.map(childOf), known)
  return {
    proposals: proposals
      .map((proposal): KeyedProposal => {
        return { ...proposal, children: proposal.children as ProposedChild[], key: keyOf(proposal) }
      })
      .sort((one, other) => other.children.length - one.children.length || one.name.localeCompare(other.name, 'en')),
    crowded: crowded as ProposedChild[],
  }
}

const readChildren = (schoolId: number) =>
  selectRows(
    recorded,
    `FROM students s LEFT JOIN guardians g ON g.student_id = s.id
     LEFT JOIN academic_sessions a ON a.school_id = s.school_id AND a.is_current = 1
     LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id AND e.status = 'studying'
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections t ON t.id = e.section_id
     WHERE s.school_id = :schoolId AND s.status = 'active' ORDER BY s.id`,
    { schoolId },
  )

function childOf(row: Awaited<ReturnType<typeof readChildren>>[number]): ProposedChild {
  const {
    fatherName,
    fatherMobile,
    motherName,
    motherMobile,
    guardianName,
    guardianMobile,
    guardianRelation,
    ...rest
  } = row
  const isGrandparent = guardianRelation === 'Grandfather' || guardianRelation === 'Grandmother'
  return {
    ...rest,
    mobileNumber: mobileOrNull(row.mobileNumber),
    entered: (row.entered?.split(',') ?? []) as GuardianRelation[],
    persons: {
      father: { name: fatherName.trim(), mobileNumber: mobileOrNull(fatherMobile), relation: 'father' },
      mother: { name: motherName.trim(), mobileNumber: mobileOrNull(motherMobile), relation: 'mother' },
      guardian: {
        name: guardianName.trim(),
        mobileNumber: mobileOrNull(guardianMobile),
        relation: isGrandparent ? 'grandparent' : 'guardian',
      },
    },
  }
}

function keyOf({ name, mobileNumber, relation, known, children, doubt }: Proposal): string {
  const keyParts = [name, mobileNumber, relation, known, doubt, ...children.map(({ publicId }) => publicId)]
  return createHash('sha256').update(keyParts.join('|')).digest('hex').slice(0, 24)
}
