import type { CallRows } from '../http/callRow.ts';
import { checklistCalls } from './checklistCalls.ts';
import { comparisonCalls } from './comparisonCalls.ts';
import { dueDateCalls } from './dueDateCalls.ts';
import { erasureCalls } from './erasureCalls.ts';
import { fieldDataCalls } from './fieldDataCalls.ts';
import { fileCalls } from './fileCalls.ts';
import { invitationCalls } from './invitationCalls.ts';
import { issuerCalls } from './issuerCalls.ts';
import { jobCalls } from './jobCalls.ts';
import { jobListCalls } from './jobListCalls.ts';
import { messageCalls } from './messageCalls.ts';
import { notificationCalls } from './notificationCalls.ts';
import { proofCalls } from './proofCalls.ts';
import { savedReplyCalls } from './savedReplyCalls.ts';
import { savedViewCalls } from './savedViewCalls.ts';
import { settingsCalls } from './settingsCalls.ts';
import { staffNoteCalls } from './staffNoteCalls.ts';
import { userCalls } from './userCalls.ts';

/**
 * Every call as this server carries it out, under its name in the contract: who may make it, what it may cost, its text in the API
 * reference, and its handler. The routes, the access check, the limits and the reference (`/api/docs`) are derived from this table.
 */
export const serverCalls: CallRows = {
  ...jobCalls,
  ...jobListCalls,
  ...messageCalls,
  ...staffNoteCalls,
  ...fileCalls,
  ...comparisonCalls,
  ...checklistCalls,
  ...savedReplyCalls,
  ...savedViewCalls,
  ...dueDateCalls,
  ...issuerCalls,
  ...settingsCalls,
  ...fieldDataCalls,
  ...notificationCalls,
  ...userCalls,
  ...invitationCalls,
  ...erasureCalls,
  ...proofCalls,
};
