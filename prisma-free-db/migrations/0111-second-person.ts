import type { Migration } from '../../app/database/migration'

/**
 * Second-person approval for large outgoing money (decision 55): pending requests, the school's threshold, and the time
 * from which a staff user has had the current role and e-mail address.
 */
export const up: Migration = async (run) => {
  // Threshold in paise; NULL: off.
  await run('ALTER TABLE school_settings ADD COLUMN second_person_paise BIGINT NULL')

  // rights_changed_at of existing accounts: the last change of role, address or status in the audit log, otherwise the
  // creation of the account.
  await run('ALTER TABLE staff_users ADD COLUMN rights_changed_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)')
  await run(`UPDATE staff_users u LEFT JOIN (
      SELECT school_id, subject_id, MAX(created_at) AS changed_at FROM audit_entries
      WHERE subject_kind = 'staff' AND action IN ('staff.updated','staff.restored') GROUP BY school_id, subject_id
    ) a ON a.school_id = u.school_id AND a.subject_id = u.id
    SET u.rights_changed_at = COALESCE(a.changed_at, u.created_at), u.updated_at = u.updated_at`)

  // subject: public id of the payment, order, application or hostel; empty for the school itself. payload: the sealed
  // action; NULL once the request has ended.
  // run_key: key of the attempt that performs the action, so that it runs once.
  await run(`CREATE TABLE second_person_requests (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    kind VARCHAR(30) COLLATE utf8mb4_bin NOT NULL,
    subject VARCHAR(12) COLLATE utf8mb4_bin NOT NULL,
    student_id BIGINT UNSIGNED NULL,
    amount_paise BIGINT NULL,
    payload TEXT NULL,
    state ENUM('waiting','done','refused','withdrawn','lapsed','failed') NOT NULL DEFAULT 'waiting',
    asked_by BIGINT UNSIGNED NOT NULL,
    asked_by_name VARCHAR(120) NOT NULL,
    asked_at DATETIME(3) NOT NULL,
    decided_by BIGINT UNSIGNED NULL,
    decided_by_name VARCHAR(120) NULL,
    decided_at DATETIME(3) NULL,
    note VARCHAR(300) NULL,
    run_key CHAR(36) COLLATE utf8mb4_bin NULL,
    is_waiting TINYINT GENERATED ALWAYS AS (IF(state = 'waiting', 1, NULL)) STORED,
    UNIQUE KEY second_person_requests_public_id (public_id),
    UNIQUE KEY second_person_requests_waiting (school_id, kind, subject, is_waiting),
    KEY second_person_requests_state (school_id, state, id),
    KEY second_person_requests_student (school_id, student_id),
    CONSTRAINT second_person_requests_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT second_person_requests_of_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT second_person_requests_asked FOREIGN KEY (school_id, asked_by) REFERENCES staff_users (school_id, id),
    CONSTRAINT second_person_requests_decided FOREIGN KEY (school_id, decided_by) REFERENCES staff_users (school_id, id)
  ) ENGINE=InnoDB`)
}
