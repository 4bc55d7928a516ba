import type { Change } from '../support/run/plant.ts';

/** A mistake that could happen any day, and the daily tests closest to it. */
export type Bug = { name: string; change: Change; near: readonly string[] };

/** Mistakes all over the product; those of the outbox's queue itself are in `tests/outbox/model/plantedBugs.ts`. */
export const bugs: readonly Bug[] = [
  // The contract.
  {
    name: 'phone numbers of any country are accepted',
    change: {
      in: 'src/contract',
      symbol: 'isOfRegions',
      find: 'if ($number.isValid()) return $regions.includes($number.country as PhoneRegion);',
      instead: 'if ($number.isValid()) return true;',
    },
    near: ['tests/contract'],
  },
  {
    name: 'files of any type are accepted',
    change: {
      in: 'src/contract',
      symbol: 'isAllowedFile',
      find: 'return allowedTypes.includes($type);',
      instead: 'return true;',
    },
    near: ['tests/contract'],
  },
  {
    name: 'the files of a message may have any total size',
    change: {
      in: 'src/contract',
      symbol: 'jobAttachmentFiles',
      find: 'totalBytes($list) <= maxUploadBytes',
      instead: 'true',
    },
    near: ['tests/contract'],
  },
  {
    name: 'a client may edit a completed job',
    change: {
      in: 'src/contract',
      symbol: 'mayEditJob',
      find: "$status === 'IN_PROGRESS' || $status === 'ON_HOLD'",
      instead: 'true',
    },
    near: [
      'tests/contract',
      'tests/server/jobs/transitions.test.ts',
      'tests/server/http/access-matrix.test.ts',
    ],
  },
  {
    name: 'a zip code may continue after five digits',
    change: {
      in: 'src/contract',
      symbol: 'zipcode',
      find: 'v.regex($pattern, $message)',
      instead: 'v.regex(/^\\d{5}/, $message)',
    },
    near: ['tests/contract'],
  },
  {
    name: 'a password needs no number',
    change: {
      in: 'src/contract',
      symbol: 'password',
      find: 'v.regex(/\\d/, $message)',
      instead: 'v.nonEmpty($message)',
    },
    near: ['tests/contract'],
  },
  // The server.
  {
    name: 'a client sees jobs of other clients',
    change: {
      in: 'server',
      symbol: 'onlyJobsOf',
      find: 'isStaff($type) ? null : $email',
      instead: 'null',
    },
    near: ['tests/server/http/access-matrix.test.ts'],
  },
  {
    name: 'a request may name another user as its sender',
    change: {
      in: 'server',
      symbol: 'mustBeSelf',
      find: "if ($caller.email !== $email) throw new Refusal('not-found');",
      instead: ';',
    },
    near: ['tests/server/http/access-matrix.test.ts', 'tests/server/messages/message-order.test.ts'],
  },
  {
    name: 'an employee may invite admins',
    change: {
      in: 'server',
      symbol: 'mayInvite',
      find: "$type === 'EMPLOYEE' && $invited === 'CLIENT'",
      instead: "$type === 'EMPLOYEE'",
    },
    near: ['tests/server/http/access-matrix.test.ts', 'tests/server/users/invitations.test.ts'],
  },
  {
    name: 'any token verifies an address that was invited',
    change: {
      in: 'server',
      symbol: 'findInvitation',
      find: "$row.token_hash !== hash('sha256', $token)",
      instead: 'false',
    },
    near: ['tests/server/users/invited-sign-up.test.ts'],
  },
  {
    name: 'an email address need not be verified',
    change: {
      in: 'server',
      symbol: 'mustMayCall',
      find: "if (!$caller.verified || $caller.email === '') throw new Refusal('not-verified');",
      instead: ';',
    },
    near: ['tests/server/http/access-matrix.test.ts'],
  },
  {
    name: 'a write is repeated despite its idempotency key',
    change: {
      in: 'server',
      symbol: 'onceIn',
      find: 'if ($write && !(await claimKey($tx, $claim))) { $$$body }',
      instead: 'if (false) { $$$body }',
    },
    near: ['tests/server/http/idempotency.test.ts'],
  },
  {
    name: 'a change of an outdated version is accepted',
    change: {
      in: 'server/data',
      symbol: 'changeJob',
      find: "$judgement === 'stale' || !$isOfItsVersion",
      instead: "$judgement === 'stale'",
    },
    near: ['tests/server/jobs/stale-update.test.ts'],
  },
  {
    name: 'a cell of the exported list may be a formula',
    change: {
      in: 'src/contract',
      symbol: 'escapeFormula',
      find: 'return $pattern.test($text) ? $quoted : $text;',
      instead: 'return $text;',
    },
    near: ['tests/server/files/csv-injection.test.ts'],
  },
  {
    name: 'a file name may lead out of its folder',
    change: {
      in: 'server',
      symbol: 'isUsableFileName',
      find: '!/[/\\\\\\p{Cc}]/u.test($name)',
      instead: 'true',
    },
    near: ['tests/server/files/uploads-leave-nothing-behind.test.ts'],
  },
  {
    name: 'every user receives every live event',
    change: {
      in: 'server',
      symbol: 'onlyEventsFor',
      find: '$isStaff ? null : $email',
      instead: 'null',
    },
    near: ['tests/server/live/access.test.ts'],
  },
  {
    name: 'a client reads the staff notes of a job',
    change: { in: 'server', symbol: 'staffNotes', find: 'access: staff,', instead: 'access: approved' },
    near: ['tests/server/http/access-matrix.test.ts', 'tests/server/messages/staff-notes.test.ts'],
  },
  {
    name: 'clients read the named views of the staff',
    change: {
      in: 'server',
      symbol: 'savedViews',
      find: 'access: staff,',
      instead: "access: ['ADMIN', 'EMPLOYEE', 'CLIENT']",
    },
    near: ['tests/server/http/access-matrix.test.ts', 'tests/server/jobs/saved-views.test.ts'],
  },
  {
    name: 'a message is stored although what it marks is refused',
    change: {
      in: 'server/data',
      symbol: 'sendMessage',
      find: 'markAddressed($$$args)',
      instead: '$all.catch(() => undefined)',
    },
    near: ['tests/server/messages/addressed.test.ts'],
  },
  {
    name: 'new messages of a job stay with its former assignee',
    change: {
      in: 'server/data',
      symbol: 'changeJob',
      find: 'await reassignMessages($$$args);',
      instead: ';',
    },
    near: ['tests/server/messages/inbox.test.ts', 'tests/server/messages/message-order.test.ts'],
  },
  {
    name: 'new messages of a job stay with an assignee whose access has ended',
    change: {
      in: 'server/users',
      symbol: 'changeProfiles',
      find: 'await reassignMessagesOf($$$args)',
      instead: '[]',
    },
    near: ['tests/server/messages/inbox.test.ts'],
  },
  {
    name: 'a job is due on a holiday',
    change: {
      in: 'server/data',
      symbol: 'isBusinessDay',
      find: '!isHoliday($day)',
      instead: 'true',
    },
    near: ['tests/server/jobs/due-day.test.ts'],
  },
  {
    name: 'the clock of a due date runs while its job is on hold',
    change: {
      in: 'server/data',
      symbol: 'dueDay',
      find: 'days + stoppedDays($$$args)',
      instead: 'days',
    },
    near: ['tests/server/jobs/due-day.test.ts', 'tests/server/jobs/due-dates.test.ts'],
  },
  {
    name: 'a client sees due dates that are for staff only',
    change: {
      in: 'server/data',
      symbol: 'dueVisibleTo',
      find: 'onlyJobsOf($reader) === null',
      instead: 'true',
    },
    near: ['tests/server/jobs/due-dates.test.ts'],
  },
  {
    name: 'a calendar feed goes on after its user has ended it',
    change: {
      in: 'server/data',
      symbol: 'saveCalendarFeed',
      find: 'if (token === null) $end; else { $$$body }',
      instead: 'if (token !== null) { $$$body }',
    },
    near: ['tests/server/jobs/calendar-feed.test.ts'],
  },
  {
    name: 'a crash repeats the emails about due jobs',
    change: {
      in: 'server/background',
      symbol: 'digestSchedule',
      find: 'await noteResult($$$args);',
      instead: ';',
    },
    near: ['tests/server/jobs/due-digest.test.ts'],
  },
  {
    name: 'a database that is gone counts as up',
    change: { in: 'server/http', symbol: 'showDown', find: 'up.set(0)', instead: 'up.set(1)' },
    near: ['tests/server/http/metrics.test.ts'],
  },
  // The outbox.
  {
    name: 'Retry-After is ignored',
    change: {
      in: 'src/outbox',
      symbol: 'retryAt',
      find: 'Math.min($asked, $longest)',
      instead: '0',
    },
    near: ['tests/outbox/refused.test.ts', 'tests/outbox/lost-answer.test.ts'],
  },
  {
    name: 'the files of a sent message stay on the device',
    change: {
      in: 'src/outbox',
      symbol: 'acknowledge',
      find: 'await dropBytes($$$args);',
      instead: ';',
    },
    near: ['tests/outbox/storage.test.ts', 'tests/outbox/model-1.test.ts'],
  },
  {
    name: 'everybody gets the key of a message',
    change: {
      in: 'server',
      symbol: 'messageOf',
      find: 'key !== null && message.fromUserId === reader?.email && $key',
      instead: 'key !== null && $key',
    },
    near: ['tests/server/http/own-key.test.ts'],
  },
  {
    name: 'a message that may have arrived can be edited',
    change: {
      in: 'src/outbox',
      symbol: 'Outbox',
      find: "if ($record.state !== 'failed' && this.#mayHaveArrived($record)) throw new OutboxError('being-sent');",
      instead: ';',
    },
    near: ['tests/outbox/refused.test.ts', 'tests/outbox/model-1.test.ts'],
  },
  {
    name: 'unsent messages of one user are shown to the next',
    change: {
      in: 'src/outbox',
      symbol: 'startingWith',
      find: 'IDBKeyRange.bound($parts, [...$parts, []])',
      instead: 'IDBKeyRange.lowerBound([])',
    },
    near: ['tests/outbox/wrong-owner.test.ts'],
  },
  {
    name: 'a staff note is sent as a message to the client',
    change: {
      in: 'src/outbox/kinds',
      find: "outgoing('addStaffNote', { jobId: $jobId, note: $content, $$$rest }, true)",
      instead:
        "outgoing('updateJob', { evJobId: $jobId, 'evCommunication.content': $content } as never, true)",
    },
    near: ['tests/outbox/wire.test.ts', 'tests/app/chat/staff-notes.test.ts'],
  },
  // The cache.
  {
    name: 'all users of a device share one cache',
    change: {
      in: 'src/offline',
      symbol: 'cacheKey',
      find: 'encodeURIComponent($uid)',
      instead: "'anybody'",
    },
    near: ['tests/app/worker/response-cache.test.ts'],
  },
  {
    name: 'an error inside a 200 counts as a response',
    change: {
      in: 'src/api',
      symbol: 'openEnvelope',
      find: 'if ($value.errorMessage) throw $error;',
      instead: ';',
    },
    near: ['tests/app/api/envelope.test.ts'],
  },
  {
    name: 'a response of a captive portal is cached',
    change: {
      in: 'sw',
      symbol: 'judge',
      find: "if (!$isJson || !isOurs($$$args)) return { is: 'nothing' };",
      instead: ';',
    },
    near: ['tests/app/worker/response-cache.test.ts'],
  },
  {
    name: 'an older response replaces a newer cached one',
    change: {
      in: 'sw',
      symbol: 'store',
      find: 'if ($before !== undefined && $before > $since && $before <= Date.now()) return;',
      instead: ';',
    },
    near: ['tests/app/worker/response-cache.test.ts'],
  },
  {
    name: 'an older version of a job replaces a newer one',
    change: {
      in: 'src/cache',
      symbol: 'isNewer',
      find: '$job.version > $shown.version',
      instead: 'true',
    },
    near: ['tests/app/cache/apply.test.ts'],
  },
  {
    name: 'a message confirmed during a read is missing from its result',
    change: {
      in: 'src/cache',
      symbol: 'onCacheEvent',
      find: 'if ($later.length > 0) patchQuery($query, $later);',
      instead: ';',
    },
    near: ['tests/app/cache/apply.test.ts', 'tests/app/live/apply.test.ts'],
  },
  {
    name: 'responses saved for offline are evicted like others',
    change: {
      in: 'src/offline',
      symbol: 'storeResponse',
      find: 'await isPinned($cache, $key)',
      instead: 'false',
    },
    near: ['tests/app/worker/response-cache.test.ts'],
  },
  // The app.
  {
    name: 'the sign-in continues to another origin',
    change: {
      in: 'src/app',
      symbol: 'safeNext',
      find: "$origin !== 'https://app.invalid' || $rest",
      instead: 'false',
    },
    near: ['tests/app/session/next-path.test.ts'],
  },
  {
    name: 'a user pending approval gets into the app',
    change: {
      in: 'src/app',
      symbol: 'isAt',
      find: 'return (stages as readonly Stage[]).includes(session.stage);',
      instead:
        "return (stages as readonly Stage[]).includes(session.stage) || session.stage === 'unapproved';",
    },
    near: ['tests/app/session/guard.test.ts'],
  },
  {
    name: 'an edit of a job sends every field',
    change: {
      in: 'src/features/jobs',
      symbol: 'changedFields',
      find: '!isSame($before, $after)',
      instead: 'true',
    },
    near: ['tests/app/jobs/edit.test.ts', 'tests/app/jobs/words.test.ts'],
  },
  {
    name: 'the form of a job folds away what is wrong',
    change: {
      in: 'src/features/jobs/form',
      symbol: 'foldsOf',
      find: '$wrong.includes(section) || $shown.includes(section)',
      instead: '$shown.includes(section)',
    },
    near: ['tests/app/jobs/form-sections.test.ts'],
  },
  {
    name: 'what is typed while a draft is read replaces it',
    change: {
      in: 'src/outbox/drafts',
      symbol: 'ShownDrafts',
      find: "if (await rows.getDraft($db, $key)) throw new OutboxError('changed-elsewhere');",
      instead: ';',
    },
    near: ['tests/app/outbox/drafts-late.test.ts'],
  },
  {
    name: 'a draft is saved while it is becoming a record',
    change: {
      in: 'src/outbox/drafts',
      symbol: 'OpenDraft',
      find: 'if (!this.#isUnsaved || this.#isMoving || ($isReading && !$content)) return;',
      instead: 'if (!this.#isUnsaved) return;',
    },
    near: ['tests/app/chat/drafts.test.ts', 'tests/app/chat/drawing-drafts.test.ts'],
  },
  {
    name: 'what is typed while a draft is handed over is lost',
    change: {
      in: 'src/outbox/drafts',
      symbol: 'OpenDraft',
      find: 'this.#rules.rest?.(typedOf(this.#shown), $sent) ?? nothing',
      instead: 'nothing',
    },
    near: ['tests/app/chat/drafts.test.ts', 'tests/app/chat/staff-notes.test.ts'],
  },
  {
    name: 'a draft of another window is handed over before it is shown',
    change: {
      in: 'src/outbox/drafts',
      symbol: 'OpenDraft',
      find: 'this.#taking || this.#changes > 0',
      instead: 'this.#changes > 0',
    },
    near: ['tests/app/chat/drafts.test.ts'],
  },
  {
    name: 'what is taken back replaces what another form holds',
    change: {
      in: 'src/outbox/drafts',
      symbol: 'OpenDraft',
      find: "if (!$join && !isNothing($before)) throw new OutboxError('has-draft');",
      instead: ';',
    },
    near: ['tests/app/outbox/jobs-outbox.test.ts'],
  },
  {
    name: 'a code that is taken is sent again under its key',
    change: {
      in: 'src/outbox/sending',
      symbol: 'writeFailure',
      find: 'clientId: $env.uuid(), ',
      instead: '',
    },
    near: ['tests/app/outbox/jobs-outbox.test.ts'],
  },
  {
    name: 'a change that is stale because of a field is sent again',
    change: {
      in: 'src/outbox/kinds',
      symbol: 'update',
      find: "code === 'stale' && $job && !$isTyped",
      instead: "code === 'stale' && $job",
    },
    near: ['tests/app/outbox/jobs-outbox.test.ts'],
  },
  {
    name: 'the start of an app ends the time to undo',
    change: {
      in: 'src/outbox',
      symbol: 'Outbox',
      find: 'if (isAsked) await this.sendUndoable();',
      instead: 'await this.sendUndoable();',
    },
    near: ['tests/outbox/changes.test.ts'],
  },
  {
    name: 'a finished drawing stays in progress',
    change: {
      in: 'src/features/chat',
      symbol: 'addDrawing',
      find: '$drawings.filter(({ id }) => id !== $drawing.id)',
      instead: '$drawings',
    },
    near: ['tests/app/chat/drawing-drafts.test.ts'],
  },
  {
    name: 'a drawing ends before its copy is saved',
    change: {
      in: 'src/features/chat',
      symbol: 'addDrawing',
      find: 'if (!(await addCopy($$$args))) { $$$body }',
      instead: ';',
    },
    near: ['tests/app/chat/drawing-drafts.test.ts'],
  },
  {
    name: 'what staff read stays on the device of one who is staff no longer',
    change: {
      in: 'src/session',
      symbol: 'purgeReads',
      find: "if ('caches' in globalThis) await purgeResponses($uid);",
      instead: ';',
    },
    near: ['tests/app/outbox/role.test.ts'],
  },
  {
    name: 'a left-out picture is not counted',
    change: {
      in: 'src/features/plans',
      symbol: 'lostObjects',
      find: 'if (isPicture && object === null) $count;',
      instead: ';',
    },
    near: ['tests/app/plans/parser.test.ts'],
  },
  // The worker.
  {
    name: 'a push for another user is shown with its text',
    change: {
      in: 'sw',
      symbol: 'receivePush',
      find: 'await isSignedIn($uid)',
      instead: 'true',
    },
    near: ['tests/app/worker/push-worker.test.ts'],
  },
  {
    name: 'shared files stay after the sign-out',
    change: {
      in: 'sw',
      symbol: 'keepShare',
      find: "db.writeAs($uid, ['drafts'], $work)",
      instead: "db.writeAs('', ['drafts'], $work)",
    },
    near: ['tests/app/worker/share.test.ts'],
  },
  {
    name: 'a response is cached for a signed-out user',
    change: {
      in: 'sw',
      symbol: 'storeFor',
      find: 'if (!(await isSignedIn($uid))) await undo();',
      instead: ';',
    },
    near: ['tests/app/worker/response-cache.test.ts'],
  },
  {
    name: 'an update is installed that a wrong difference made',
    change: {
      in: 'sw',
      symbol: 'updateFiles',
      find: 'if (versionOf(base64(await sha256($made))) !== version) throw $error;',
      instead: ';',
    },
    near: ['tests/app/worker/update-files.test.ts'],
  },
  {
    name: 'a window counts as able to send what can be undone until after it is closed',
    change: {
      in: 'sw',
      symbol: 'sendWaiting',
      find: 'if ($visible && $ms === 0) return;',
      instead: 'if ($visible) return;',
    },
    near: ['tests/app/worker/sync.test.ts'],
  },
  // Plans.
  {
    name: 'the value of a field without appearance is not drawn',
    change: {
      in: 'src/features/plans',
      symbol: 'showValues',
      find: 'if (!isText || hasAppearance) continue;',
      instead: 'if (!isText || !hasAppearance) continue;',
    },
    near: ['tests/app/plans/page-parts.test.ts'],
  },
  {
    name: 'what stands in a hidden layer is found',
    change: {
      in: 'src/features/plans',
      symbol: 'Follower',
      find: 'this.#part.isShown && this.#layers.isVisible($layer)',
      instead: 'this.#part.isShown',
    },
    near: ['tests/app/plans/page-parts.test.ts'],
  },
  {
    name: 'pages have the label of the one before',
    change: {
      in: 'src/features/plans',
      symbol: 'labelIn',
      find: 'labels?.[page - 1]',
      instead: 'labels?.[page - 2]',
    },
    near: ['tests/app/plans/page-parts.test.ts'],
  },
  {
    name: 'lines that stand a millimeter aside count as at one place',
    change: {
      in: 'src/features/plans',
      symbol: 'tolerance',
      find: '0.1',
      instead: '3',
    },
    near: ['tests/app/plans/compare.test.ts'],
  },
  {
    name: 'sheets of two sets are matched by their number only',
    change: {
      in: 'src/features/plans',
      symbol: 'likeness',
      find: 'return content + number + label;',
      instead: 'return number + label;',
    },
    near: ['tests/app/plans/compare.test.ts'],
  },
  {
    name: 'a picture that is left out counts as equal',
    change: {
      in: 'src/features/plans',
      symbol: 'drawBoth',
      find: "isLeftOut: $old.leftOut !== '' || $now.leftOut !== '',",
      instead: 'isLeftOut: false',
    },
    near: ['tests/app/plans/compare.test.ts'],
  },
  {
    name: 'what is in a hidden layer counts as a change',
    change: {
      in: 'src/features/plans',
      symbol: 'listOf',
      find: "if (!isShown) return 'hiddenLayers';",
      instead: "if (false) return 'hiddenLayers';",
    },
    near: ['tests/app/plans/compare.test.ts'],
  },
  {
    name: 'two scans that do not lie on each other are compared where they are',
    change: {
      in: 'src/features/plans',
      symbol: 'differencesOf',
      find: "isApart ||= laid === 'apart';",
      instead: ';',
    },
    near: ['tests/app/plans/compare.test.ts'],
  },
  {
    name: 'a place before is drawn where it was, however the sheet lies now',
    change: {
      in: 'src/features/plans',
      symbol: 'placementOf',
      find: 'const matrix = multiply(lies ?? fitted, turnedBy(turned, before));',
      instead: 'const matrix = multiply(fitted, turnedBy(turned, before));',
    },
    near: ['tests/app/plans/placement.test.ts'],
  },
  {
    name: 'a hole larger than a signature counts as covered',
    change: {
      in: 'src/features/plans/seal',
      symbol: 'coverageOf',
      find: "if (before !== contents.start || after !== contents.end) throw new Doubt('shifted-gap');",
      instead: ';',
    },
    near: ['tests/app/plans/seals.test.ts'],
  },
  {
    name: 'a page that is appended to a signed document is allowed',
    change: {
      in: 'src/features/plans/seal',
      symbol: 'differing',
      find: 'if (!isSame($then, $now)) found.add(num);',
      instead: ';',
    },
    near: ['tests/app/plans/seals.test.ts'],
  },
  {
    name: 'an issuer that the firm does not know is trusted',
    change: {
      in: 'src/features/plans/seal',
      symbol: 'findChain',
      find: 'if (isTrusted($last)) return $chain;',
      instead: 'if (isTrusted($last) || $last.issues !== null) return $chain;',
    },
    near: ['tests/app/plans/seals.test.ts'],
  },
  {
    name: 'a certificate counts as valid after its end',
    change: {
      in: 'src/features/plans/seal',
      symbol: 'isValidAt',
      find: 'this.notBefore <= time && time <= this.notAfter',
      instead: 'this.notBefore <= time',
    },
    near: ['tests/app/plans/seals.test.ts'],
  },
  // Seals.
  {
    name: 'a forged statement is taken for genuine',
    change: {
      in: 'src/features/check',
      symbol: 'verify',
      find: "if (!(await $check)) return { is: 'forged' };",
      instead: ';',
    },
    near: ['tests/app/check/verify.test.ts'],
  },
  {
    name: 'a stale list calls a seal current',
    change: {
      in: 'src/features/check',
      symbol: 'standingOf',
      find: '$asOf >= $issued && $now - $asOf <= $fresh',
      instead: 'true',
    },
    near: ['tests/app/check/verify.test.ts'],
  },
  {
    name: 'a withdrawn seal still tells the hashes of its files',
    change: {
      in: 'server/data/proof',
      symbol: 'checkSeal',
      find: 'if ($row.withdrawn !== null) { $$$body }',
      instead: ';',
    },
    near: ['tests/server/proof/seals.test.ts'],
  },
  {
    name: 'a client still gets the signature report of what was withdrawn',
    change: {
      in: 'server/data/messages',
      symbol: 'isWithdrawn',
      find: 'return $sql;',
      instead: "return 'false';",
    },
    near: ['tests/server/proof/seals.test.ts'],
  },
];
