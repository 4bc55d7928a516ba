import { testSchedules } from './model/playSchedules.ts';

testSchedules(
  'no schedule breaks a rule while the backend ignores keys and commits within the settle time',
  'N',
  { share: 0.225, part: 2 },
);
