import { testSchedules } from './model/playSchedules.ts';

testSchedules('no schedule breaks a rule while the backend honours keys', 'I', { share: 0.225, part: 1 });
