/** People as they live in each state and territory of the US: with its area codes and zip codes, and with names as people have them. */
const rows = `
AL|1200 Dauphin St|Mobile|36604|(251) 555-0142|Mary Beth|St. John|mary-beth.st-john@law.example
AK|310 K St Ste 200|Anchorage|99501-2064|907-555-0119|Aŋalgaq|Nuqaqłuk|a.nuqaqluk@north-slope.example
AS|PO Box 4567|Pago Pago|96799|684 699 4321|Fa‘afetai|Leʻiato|faafetai.leiato@as.example
AZ|4400 N Central Ave|Phoenix|85012|602.555.0173|José María|Peña-Ortiz|jose_maria@obra.example
AR|12 E Mountain St|Fayetteville|72701|(479) 555 0188|Billy Ray|O'Dell Jr.|billyray+jobs@o-dell.example
CA|1 Dr Carlton B Goodlett Pl|San Francisco|94102|+1 415 555 0132|Nguyễn|Thị Minh Khai|minhkhai.nguyen@pv.example
CO|17800 E Colfax Ave #4|Aurora|80011|1-303-555-0190|Siobhán|O’Brien-Ñandú|s.o'brien-nandu@peaks.example
CT|165 Church St, Fl 3|New Haven|06510|203 555 0111|Giuseppe|D'Angelo Jr.|g.d'angelo@elm.example
DE|500 Delaware Ave|Wilmington|19801|302-555-0102|Anne-Marie|du Pont|amdupont@brandywine.example
DC|1350 Pennsylvania Ave NW|Washington|20004|202/555-0177|Żaneta|Wójcik|zaneta@dc.example
FL|3500 Pan American Dr|Miami|33133-5504|(305)555-0166|Ana Lucía|de la Cruz y Gómez|ana.lucia@sol.example
GA|68 Mitchell St SW|Atlanta|30303|404 555 0151|Shaquandra|Jones-Smith|s.jones/atl@peach.example
GU|133 Chalan Santo Papa|Hagåtña|96910|671-472-5555|Jesús|San Nicolas|jesus.sannicolas@guam.example
HI|530 S King St|Honolulu|96813|(808) 555-0129|Ke'ala|Kealiʻiahonui|keala@aloha.example
ID|150 N Capitol Blvd|Boise|83702|208-555-0144|Wm.|Two-Rivers|wm@gem.example
IL|121 N LaSalle St|Chicago|60602|312 555 0147|Małgorzata|Błaszczyk|m.b@xn--maciejwka-k6a.example
IN|200 E Washington St|Indianapolis|46204|(317) 555-0138|J. R.|McAllister III|jr@hoosier.example
IA|400 Robert D Ray Dr|Des Moines|50309|515-555-0120|Björn|Åkesson|bjorn@prairie.example
KS|455 N Main St|Wichita|67202|316 555 0185|Dwayne "Buck"|O Connor|buck@plains.example
KY|527 W Jefferson St|Louisville|40202|502-555-0114|Mary Ann|MacKenzie|maryann@bluegrass.example
LA|1300 Perdido St|New Orleans|70112|(504) 555-0163|Jean-Baptiste|LeBœuf|jb.leboeuf@bayou.example
ME|389 Congress St|Portland|04101|207 555 0109|Zoë|L’Heureux|zoe.l'heureux@pine.example
MD|100 Holliday St|Baltimore|21202|410-555-0136|Oluwaseun|Adébáyò|olu@harbor.example
MA|1 City Hall Sq|Boston|02201|+16175550158|Seán|Ó Súilleabháin|sean.o'sullivan@bay.example
MI|2 Woodward Ave|Detroit|48226|(313) 555-0101|Fatima|Al-Zahra'|fatima@motor.example
MN|350 S 5th St|Minneapolis|55415|612-555-0195|Pa Houa|Xiong|pahoua@lakes.example
MS|219 S President St|Jackson|39201|601 555 0172|Eudora|Welty-O'Neal|eudora@delta.example
MO|1200 Market St|St. Louis|63103|(314) 555-0127|X Æ|Van der Berg|xae@arch.example
MT|435 Ryman St|Missoula|59802|406-555-0104|Running|Bear Chief|running@sky.example
NE|1819 Farnam St|Omaha|68183|402 555 0159|Dmitri|Šťastný|dmitri@corn.example
NV|495 S Main St|Las Vegas|89101|(702) 555-0182|Lupe|Ibáñez|lupe@silver.example
NH|1 City Hall Plz|Manchester|03101|603-555-0116|Prudence|Wentworth 4th|prudence@granite.example
NJ|920 Broad St|Newark|07102|973.555.0149|Rajesh|Venkata-subramanian|rajesh@garden.example
NM|1 Civic Plaza NW|Albuquerque|87102|(505) 555-0133|Diné|Tsosie|d.tsosie@enchanted.example
NY|1 Centre St|New York|10007|212 555 0107|李|Wang (王)|li.wang@empire.example
NC|600 E 4th St|Charlotte|28202|704-555-0198|DeShawn|M'Baye|d.m'baye@tarheel.example
ND|225 4th St N|Fargo|58102|(701) 555-0124|Solveig|Thorvaldsdóttir|solveig@plains.example
MP|Beach Rd|Saipan|96950-8907|+1 (670) 234-5678|Rosa|Dela Cruz|rosa@marianas.example
OH|90 W Broad St|Columbus|43215|614 555 0168|Bob|O'Shea Sr.|bob.o'shea@buckeye.example
OK|200 N Walker Ave|Oklahoma City|73102|405-555-0141|ᏣᎳᎩ|Mankiller|mankiller@sooner.example
OR|1221 SW 4th Ave|Portland|97204|(503) 555-0112|River|Song-Łukasik|river@rose.example
PA|1400 John F Kennedy Blvd|Philadelphia|19107|215 555 0153|Tyrone|D’Amico|t.damico@keystone.example
PR|Calle Loíza 1750, Apt 3-B|San Juan|00907|(787) 555-0176|María José|Rodríguez Núñez|mariajose@isla.example
RI|25 Dorrance St|Providence|02903|401-555-0106|João|da Conceição|joao@ocean.example
SC|80 Broad St|Charleston|29401|(843) 555-0189|Emmeline|Pinckney-du Bose|emmeline@palmetto.example
SD|224 W 9th St|Sioux Falls|57104|605 555 0130|Thašúŋke|Witkó|witko@rushmore.example
TN|1 Public Sq|Nashville|37201|615-555-0161|Dolly|McDonald|dolly@music.example
TX|901 Bagby St|Houston|77002|(713) 555-0123|Nguyen-Tran|Lê|le@lonestar.example
UT|451 S State St|Salt Lake City|84111|801 555 0118|Brigham|O'Young|b.o'young@beehive.example
VT|149 Church St|Burlington|05401|802-555-0145|Réjean|Côté|rejean@maple.example
VI|5047 Kongens Gade|Charlotte Amalie|00802|340-774-1234|Alrica|St. Croix|alrica@usvi.example
VA|900 E Broad St|Richmond|23219|(804) 555-0170|Ashleigh|FitzGerald|ashleigh@dominion.example
WA|600 4th Ave|Seattle|98104|206 555 0193|Þóra|Æsirdóttir|thora@evergreen.example
WV|1501 Dolly Ave E|Charleston|25301|304-555-0137|Homer|Hickam|homer@coal.example
WI|200 E Wells St|Milwaukee|53202|(414) 555-0155|Jürgen|Weiß|juergen@badger.example
WY|2101 O'Neil Ave|Cheyenne|82001|307 555 0100|Cody|O'Wister|c.o'wister@cowboy.example
`;

export const everyState = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [state = '', streetName = '', city = '', zipcode = '', phoneNumber = '', ...person] =
      row.split('|');
    const [firstName = '', lastName = '', email = ''] = person;
    return { firstName, lastName, email, phoneNumber, address: { streetName, city, state, zipcode } };
  });
