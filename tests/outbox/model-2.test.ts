import { testSchedules } from './model/playSchedules.ts';

testSchedules(1);
